import {
  type Authenticator,
  type NatsConnection,
  type TlsOptions,
  connect,
  credsAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from "@nats-io/transport-node";
import type { BusCredentials } from "./bus-options.ts";

export interface LineOptions {
  readonly servers: readonly string[];
  readonly credentials: BusCredentials | undefined;
  /** Connections are encrypted, or there are none. `ca`: the authority's certificate, PEM; default: those of the system. */
  readonly tls: { readonly ca?: string } | undefined;
  /** How long a server may take to let us in, ms. */
  readonly connectMs: number;
  /** What NATS's own monitor calls this connection. */
  readonly name: string;
}

/** Takes what comes for a subscription. `isNobody`: NATS says that nobody listens where something was sent. */
export type TakeMessage = (subject: string, bytes: Uint8Array, isNobody: boolean) => void;

/** The one connection to NATS. It comes back by itself; what is sent meanwhile is lost, which its users must expect anyway. */
export class NatsLine {
  /** Told when the connection is gone, and when it is there again. */
  onChange: ((isUp: boolean) => void) | undefined;
  readonly #connection: NatsConnection;
  readonly #take: TakeMessage;
  #isUp = true;

  private constructor(connection: NatsConnection, take: TakeMessage) {
    this.#connection = connection;
    this.#take = take;
    void this.#watch();
  }

  /** Rejects when no server answers, or none lets us in. */
  static async open(options: LineOptions, take: TakeMessage): Promise<NatsLine> {
    const authenticator = options.credentials === undefined ? undefined : authenticatorOf(options.credentials);
    const tls: TlsOptions | undefined = options.tls === undefined ? undefined : { ...options.tls };
    const connection = await connect({
      servers: [...options.servers],
      name: options.name,
      timeout: options.connectMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 200,
      reconnectJitter: 100,
      reconnectJitterTLS: 100,
      // A network that swallows packets closes nothing.
      pingInterval: 2_000,
      maxPingOut: 2,
      noEcho: true,
      ignoreClusterUpdates: options.tls === undefined,
      ...(authenticator === undefined ? {} : { authenticator }),
      ...(tls === undefined ? {} : { tls }),
    });
    return new NatsLine(connection, take);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  publish(subject: string, bytes: Uint8Array, reply?: string): void {
    this.#connection.publish(subject, bytes, reply === undefined ? undefined : { reply });
  }

  /** Returns what ends it. */
  subscribe(subject: string): () => void {
    const subscription = this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) return;
        this.#take(message.subject, message.data, message.data.length === 0 && message.headers?.code === noResponders);
      },
    });
    return () => {
      if (!subscription.isClosed()) subscription.unsubscribe();
    };
  }

  /** Resolves once the server has taken all that was sent, or the connection is gone. */
  async flush(): Promise<void> {
    await this.#connection.flush().catch(() => undefined); // gone: `onChange` says so
  }

  /** Sends what waits, and ends. Twice does no harm. */
  async close(): Promise<void> {
    this.onChange = undefined;
    this.#isUp = false;
    await this.#connection.close();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === "disconnect") this.#turn(false);
      if (type === "reconnect") this.#turn(true);
    }
  }

  #turn(isUp: boolean): void {
    if (this.#isUp === isUp || this.#connection.isClosed()) return;
    this.#isUp = isUp;
    this.onChange?.(isUp);
  }
}

function authenticatorOf(credentials: BusCredentials): Authenticator {
  switch (credentials.is) {
    case "password":
      return usernamePasswordAuthenticator(credentials.user, credentials.password);
    case "token":
      return tokenAuthenticator(credentials.token);
    case "creds":
      return credsAuthenticator(Buffer.from(credentials.text));
  }
}

const noResponders = 503;
