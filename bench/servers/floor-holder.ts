import { Connection } from "../src/connection.ts";
import { EventStream } from "../src/event-stream.ts";
import { type EchoArguments, echoResult } from "./payload.ts";

/** The app behind the floor relays and the SDK-built one: holds `/link`, posts each result to `/result/KEY`. */
const { url } = JSON.parse(process.argv[2] ?? "{}") as { url: string };
const relay = new URL(url);
const idle: Connection[] = [];

const events = new EventStream((data) => {
  const call = JSON.parse(data.toString()) as { key: string; arguments: EchoArguments };
  const connection = idle.pop() ?? new Connection(relay.hostname, Number(relay.port));
  connection.send(
    `POST /result/${call.key} HTTP/1.1\r\nhost: ${relay.host}\r\ncontent-type: application/json`,
    echoResult(call.arguments),
    {
      head() {},
      data() {},
      end: () => void idle.push(connection),
      error: (error) => process.stderr.write(`result: ${error.message}\n`),
    },
  );
});

new Connection(relay.hostname, Number(relay.port)).send(
  `GET /link HTTP/1.1\r\nhost: ${relay.host}\r\naccept: text/event-stream`,
  undefined,
  {
    head: () => void process.stdout.write("ready\n"),
    data: (bytes) => events.push(bytes),
    end: () => process.exit(0),
    error: () => process.exit(0),
  },
);
