import type { Host } from "@jackfield/contract";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { TreeKeeper, openUpstream } from "@jackfield/upstream";
import type { Environment } from "../../config.ts";
import type { Voice } from "../../voice.ts";
import { controlFolder, readControlFile } from "./control-file.ts";

/** A page that another process of this user has open, as a host. Closing leaves the page as it is. */
export interface Connected extends AsyncDisposable {
  readonly host: Host;
}

/**
 * Reaches the studio that was started with `--control PORT`. Throws Fault `config` that says what to start where there is none. Who may do what
 * was decided there, by whoever started it.
 */
export async function connectToStudio(port: number, environment: Environment, voice: Voice): Promise<Connected> {
  const { token } = await readControlFile(controlFolder(environment), port);
  const keeper = new TreeKeeper();
  try {
    const toolset = await openUpstream({
      server: { url: new URL(`http://127.0.0.1:${port}/mcp`), headers: { authorization: `Bearer ${token}` } },
      keeper,
      signs: true,
      onEvent: (event) => {
        if (event.is === "ended") voice.warn({ event: "studio_gone" }, `The studio on port ${port} is gone: ${event.why}`);
      },
    });
    const host = createHost(await openToolsets([toolset]), {
      policy: { ask: "none" },
      ports: nodePorts,
      onFault: (fault, call) => voice.note({ event: "fault", code: fault.code }, `${call.name}: ${fault.message}`),
    });
    return {
      host,
      [Symbol.asyncDispose]: async () => {
        await host[Symbol.asyncDispose]();
        keeper.close();
      },
    };
  } catch (thrown) {
    keeper.close();
    throw thrown;
  }
}
