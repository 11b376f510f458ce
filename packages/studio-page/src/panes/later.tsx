import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A pane whose code is loaded when it is first looked at. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function Later() {
    const [state, become] = useState<"loading" | "here" | "failed">(loaded === undefined ? "loading" : "here");
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (view) => {
          loaded = view;
          become("here");
        },
        () => become("failed"),
      );
    }, []);
    const View = loaded;
    if (state === "here" && View !== undefined) return <View />;
    return (
      <p class="sp-part sp-soft" role="status">
        {state === "failed" ? "This could not be loaded: reload the page" : "Loading …"}
      </p>
    );
  };
}
