import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Desk } from "./desk.ts";

export const DeskContext = createContext<Desk | undefined>(undefined);

/** The desk that the part stands on. Throws where a part is drawn outside of one. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new Error("A part of the page is drawn without its desk");
  return desk;
}
