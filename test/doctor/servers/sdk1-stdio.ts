import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { sdk1Server } from "./sdk1-server.ts";

await sdk1Server().connect(new StdioServerTransport());
