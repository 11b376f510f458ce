import { connect } from "@nats-io/transport-node";

/** The far end of the floor: answers each message on the asker's subject. Argument: NATS's address. */
const connection = await connect({ servers: process.argv[2] ?? "" });
connection.subscribe("floor.echo", { callback: (_error, message) => connection.publish("floor.asker", message.data) });
await connection.flush();
process.stdout.write("ready\n");
