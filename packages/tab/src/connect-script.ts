import { ConnectElement, defineConnect } from "./panel/connect-element.ts";
import { relayFor } from "./relay-address.ts";
import { type BridgeOptions, bridgeWebMcp } from "./webmcp/bridge-webmcp.ts";

/**
 * The one script tag: serves the tools that a page registered with `document.modelContext`, with the panel.
 *
 *   <script type="module" src="/jackfield-connect.js" data-relay="https://relay.example" data-app="notes"></script>
 *
 * `data-title`, `data-name`, `data-instructions`, `data-path` and `data-origins` (separated by spaces) are as in `BridgeOptions`. The panel
 * is the page's own `<jackfield-connect>`, or a button in the corner. On this computer `?relay=` of the page's address may name another relay.
 */
async function connect(): Promise<void> {
  const tag = [...document.querySelectorAll("script")].find((script) => script.src === import.meta.url);
  const options = tag && optionsOf(tag.dataset);
  if (options === undefined) throw new TypeError("Cannot connect: the script tag needs data-relay and data-app");
  const bridge = await bridgeWebMcp(options);
  if (bridge === undefined) throw new TypeError("Cannot connect: WebMCP needs a page that came over https, or from localhost");
  defineConnect();
  const panel = document.querySelector("jackfield-connect") ?? document.createElement("jackfield-connect");
  if (!panel.isConnected) {
    panel.toggleAttribute("floating", true);
    document.body.append(panel);
  }
  if (panel instanceof ConnectElement) panel.links = bridge.links;
}

function optionsOf(data: DOMStringMap): BridgeOptions | undefined {
  const { relay, app, title, name, instructions, path, origins } = data;
  if (relay === undefined || app === undefined) return undefined;
  return {
    relay: relayFor(relay, location),
    app,
    title: title ?? document.title,
    ...(name === undefined ? {} : { name }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(path === undefined ? {} : { path }),
    ...(origins === undefined ? {} : { origins: origins.split(/\s+/).filter((origin) => origin !== "") }),
  };
}

// A page's own script may still register its tools while this one loads: they are followed as they come.
void connect().catch(reportError);
