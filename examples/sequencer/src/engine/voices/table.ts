import type { TrackId } from "../../model/tracks.ts";
import { bass } from "./bass.ts";
import { clap } from "./clap.ts";
import { hat, open } from "./hats.ts";
import { keys } from "./keys.ts";
import { kick } from "./kick.ts";
import { pluck } from "./pluck.ts";
import { snare } from "./snare.ts";
import type { Voice } from "./voice.ts";

/** The voice of each track. */
export const voices: { readonly [T in TrackId]: Voice } = { kick, snare, clap, hat, open, bass, pluck, keys };

/** Which tracks a hit on a track cuts off: a closed hat the open one, a bass note the last bass note. */
export const chokes: { readonly [T in TrackId]?: readonly TrackId[] } = { hat: ["open"], open: ["open"], bass: ["bass"] };
