import { useEffect, useRef, useState } from "preact/hooks";
import { useWorkroom } from "../../desk/use-workroom.ts";
import { effect } from "@preact/signals";
import { pageRelay } from "@jackfield/web/dom";
import { colors } from "../../parts/colors.ts";

/** Links to AI clients: the panel of the tab SDK, loaded when it is first looked at. */
export function ConnectPane() {
  const { agents } = useWorkroom();
  const [problem, fail] = useState("");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isHere = true;
    let unfollow: (() => void) | undefined;
    void agents
      .load()
      .then(async () => {
        const links = agents.links.peek();
        if (links === undefined) return;
        const { ConnectElement } = await import("@jackfield/tab/panel");
        if (!isHere || place.current === null) return;
        const panel = new ConnectElement();
        panel.links = links;
        // The panel follows the system; here the person may have chosen otherwise.
        unfollow = effect(() => panel.setAttribute("theme", colors.value.dark ? "dark" : "light"));
        place.current.replaceChildren(panel);
      })
      .catch(() => fail("Connect could not be loaded: reload the page, then try again"));
    return () => {
      isHere = false;
      unfollow?.();
    };
  }, []);
  return (
    <div class="sp" data-person-only="">
      {pageRelay() === undefined ? (
        <p class="sp-part">
          This page was served without a relay, so no AI client can reach it. Start it with <code>jackfield studio</code>.
        </p>
      ) : (
        <>
          <p class="sp-part sp-soft">
            Turn a link on, and give its address to your AI client. It then works on this song beside you, signed with its own name: you see
            what it does in Agent, decide what it proposes in Review, and take back what you do not like in History.
          </p>
          <div ref={place}>{problem === "" ? <p class="sp-part sp-soft">Loading …</p> : <p class="sp-part sp-warn">{problem}</p>}</div>
        </>
      )}
    </div>
  );
}
