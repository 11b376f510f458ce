import { signal } from "@preact/signals";
import type { Desk } from "../desk/desk.ts";
import type { Workroom } from "../desk/workroom.ts";
import { giveDevices } from "../song/devices.ts";
import type { Home } from "../store/home.ts";

type Later = typeof import("../later.ts");

const later = signal<{ readonly parts: Later; readonly room: Workroom } | undefined>(undefined);

/** The parts that are loaded once the song is on the page; undefined until they are there. */
export function useLater(): Later | undefined {
  return later.value?.parts;
}

/** What stands around the desk, likewise. */
export function laterRoom(): Workroom | undefined {
  return later.value?.room;
}

/** Loads them, when the browser has nothing more urgent to do. Resolves when they are there. */
export async function loadLater(desk: Desk, home: Home): Promise<Workroom> {
  await new Promise<void>((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: longestWaitMs });
    else setTimeout(resolve, longestWaitMs / 4);
  });
  const parts = await import("../later.ts");
  giveDevices(parts.builtInDevices);
  const room = parts.openWorkroom(desk, home);
  parts.keepBadges(desk, room);
  later.value = { parts, room };
  return room;
}

/** A page that is busy loads them all the same. */
const longestWaitMs = 200;
