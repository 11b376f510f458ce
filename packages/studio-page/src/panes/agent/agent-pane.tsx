import { useEffect } from "preact/hooks";
import { useDesk } from "../../desk/use-desk.ts";
import { useWorkroom } from "../../desk/use-workroom.ts";
import { Calls } from "./calls.tsx";
import { CaptureBox } from "./capture-box.tsx";
import { Messages } from "./messages.tsx";
import { Presence } from "./presence.tsx";
import { Reverts } from "./reverts.tsx";
import { Rule } from "./rule.tsx";

/** Who is here besides the person, what they say and do, and what keeps them in hand. */
export function AgentPane() {
  const { talk } = useWorkroom();
  const { view } = useDesk();
  const unread = talk.unread.value;
  useEffect(() => talk.read(), [unread]);
  return (
    <div class="sp" data-person-only="">
      <Presence onConnect={() => (view.pane.value = "connect")} />
      <Messages />
      <Calls />
      <CaptureBox />
      <Rule />
      <Reverts />
    </div>
  );
}
