import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { sdk2Server } from "./sdk2-server.ts";

serveStdio(sdk2Server);
