import { type Json, type Limits, applyCeilings } from "@jackfield/contract";
import type { OpenSong } from "../open-song/open-song.ts";
import type { Role } from "../song/op-row.ts";
import type { Studio } from "../studio.ts";
import { SongHost } from "../sync/song-host.ts";
import type { StudioTool } from "../tools/studio-tool.ts";
import { type Kept, keptBeforeTold } from "./told-when-kept.ts";
import { spaceCeilings } from "./space-ceilings.ts";
import { SpaceConnection } from "./space-connection.ts";
import { type SpacePort, spaceEnds } from "./space-port.ts";

export type SpaceLimits = Limits<typeof spaceCeilings>;

export interface SpaceDaemonOptions {
  /** The song of the space, open. Each connection has a selection of its own; nothing else of it is shared with this one. */
  readonly studio: Studio;
  readonly tools: readonly StudioTool[];
  /** Whether a text is the daemon's token, in a time that does not tell how much of it is right. */
  readonly isToken: (text: string) => boolean;
  /** Of the program, for greetings. */
  readonly version: string;
  /** Names this run of the daemon: no other run had it. */
  readonly run: string;
  /** Resolves when all that has happened outlasts the program: nobody is told of anything before. Without it nothing is kept. */
  readonly kept?: () => Promise<void>;
  /** Hears of what failed for no reason that the protocol has. */
  readonly failed?: (error: unknown) => void;
  readonly limits?: Partial<SpaceLimits>;
}

/**
 * A space's daemon: one song, the people and agents on it, and the space protocol (docs/space-protocol.md) with each of them. Who may come is
 * the business of whoever has its token; what they may do is held here. It opens no socket: connections are handed to it.
 */
export class SpaceDaemon {
  readonly name = "jackfield-studio";
  readonly version: string;
  readonly limits: SpaceLimits;
  readonly studio: Studio;
  readonly open: OpenSong;
  readonly host: SongHost;
  readonly tools: readonly StudioTool[];
  readonly isToken: (text: string) => boolean;
  readonly #failed: (error: unknown) => void;
  readonly #connections = new Set<SpaceConnection>();
  readonly #places = new Map<string, Json>();
  readonly #kept: Kept;
  readonly #unfollow: () => void;
  #isOpen = true;

  constructor({ studio, tools, isToken, version, run, kept, failed = () => undefined, limits = {} }: SpaceDaemonOptions) {
    this.studio = studio;
    this.open = studio.open;
    this.tools = tools;
    this.isToken = isToken;
    this.version = version;
    this.#failed = failed;
    this.limits = applyCeilings(spaceCeilings, limits).limits;
    // It follows the song before anybody who tells of it does.
    this.#kept = keptBeforeTold(kept ?? (() => Promise.resolve()), (happened) =>
      kept === undefined ? () => undefined : this.open.follow(happened),
    );
    this.host = new SongHost({ open: this.open, order: run });
    this.#unfollow = this.open.follow((event) => {
      for (const connection of [...this.#connections]) connection.tell(event);
    });
  }

  /** Undefined: all that has happened is kept. Otherwise resolves when it is. */
  untilKept(): Promise<void> | undefined {
    return this.#kept.wait();
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** Everybody who is here, once each. */
  get people(): readonly { readonly id: string; readonly name: string; readonly role: Role }[] {
    const people = new Map<string, { readonly id: string; readonly name: string; readonly role: Role }>();
    for (const { caller } of this.#connections)
      if (caller !== undefined) people.set(caller.author.id, { id: caller.author.id, name: caller.author.name, role: caller.role });
    return [...people.values()];
  }

  readonly now = (): number => this.studio.ports.now();

  /** Takes a connection. With as many as may be, or after the end, it is closed at once. */
  attach(port: SpacePort): SpaceConnection {
    const connection = new SpaceConnection(this, port);
    this.#connections.add(connection);
    if (!this.#isOpen) connection.end(spaceEnds.again, "the daemon stops");
    else if (this.#connections.size > this.limits.connections) connection.end(spaceEnds.many, "too many connections");
    return connection;
  }

  left(connection: SpaceConnection): void {
    this.#connections.delete(connection);
  }

  /** Ends what a person has open here, so that they come again with the role that they have now; `removed`: so that they do not. */
  dismiss(person: string, removed: boolean): number {
    const theirs = [...this.#connections].filter(({ caller }) => caller?.author.id === person);
    for (const connection of theirs) {
      if (removed) connection.end(spaceEnds.removed, "not here any more");
      else connection.end(spaceEnds.again, "the role changed");
    }
    return theirs.length;
  }

  placeOf(person: string): Json {
    return this.#places.get(person) ?? null;
  }

  setPlace(person: string, place: Json): void {
    this.#places.delete(person);
    this.#places.set(person, place);
    for (const old of this.#places.keys()) {
      if (this.#places.size <= this.limits.places) break;
      this.#places.delete(old);
    }
  }

  failed(error: unknown): void {
    this.#failed(error);
  }

  /** Ends every connection. The song stays open. Twice does no harm. */
  close(): void {
    this.#isOpen = false;
    this.#unfollow();
    this.#kept.close();
    this.host.close();
    for (const connection of [...this.#connections]) connection.end(spaceEnds.again, "the daemon stops");
  }
}
