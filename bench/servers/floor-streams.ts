import http from "node:http";
import { announce } from "./announce.ts";

/** Floor: what an idle event stream keeps on node:http. */
const server = http.createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
});
announce(server, "/");
