import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Workroom } from "./workroom.ts";

export const WorkroomContext = createContext<Workroom | undefined>(undefined);

/** Throws where a part is drawn outside of it, or before it is there: it comes with what is loaded later. */
export function useWorkroom(): Workroom {
  const room = useContext(WorkroomContext);
  if (room === undefined) throw new Error("A part of the page is drawn without its workroom");
  return room;
}
