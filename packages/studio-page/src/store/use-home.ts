import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Home } from "./home.ts";

export const HomeContext = createContext<Home | undefined>(undefined);

/** Where the page's songs live. Throws where a part is drawn outside of it. */
export function useHome(): Home {
  const home = useContext(HomeContext);
  if (home === undefined) throw new Error("A part of the page is drawn without its home");
  return home;
}
