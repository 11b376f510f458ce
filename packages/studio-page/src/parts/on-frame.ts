import { useEffect, useRef } from "preact/hooks";

type Step = (now: number) => void;

const steps = new Set<Step>();
let asked = 0;

/** Calls at every frame until the function that it returns is called. One request serves all who asked. */
export function onFrame(step: Step): () => void {
  steps.add(step);
  if (asked === 0) asked = requestAnimationFrame(run);
  return () => void steps.delete(step);
}

function run(now: number): void {
  asked = steps.size === 0 ? 0 : requestAnimationFrame(run);
  for (const step of steps) step(now);
}

/** Calls at every frame while the part is on the page. It may touch elements, and draws nothing anew. */
export function useFrame(step: Step): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => onFrame((now) => latest.current(now)), []);
}
