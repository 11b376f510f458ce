import { setAgentRule } from "../../desk/by-hand.ts";
import { useDesk } from "../../desk/use-desk.ts";

/** Whether what agents change is done at once, or proposed. The person says. */
export function Rule() {
  const desk = useDesk();
  void desk.turn.value;
  const rule = desk.open.value.agents;
  return (
    <section class="sp-part">
      <h3 id="sp-rule">What agents change</h3>
      <div class="sp-row" role="radiogroup" aria-labelledby="sp-rule">
        {(["apply", "propose"] as const).map((each) => (
          <label key={each} class="sp-choice">
            <input type="radio" name="sp-rule" checked={rule === each} onChange={() => setAgentRule(desk, each)} />
            {each === "apply" ? "is done at once" : "waits in Review"}
          </label>
        ))}
      </div>
    </section>
  );
}
