// What sounding takes: loaded at the first sound.

export { compilePlan } from "@jackfield/studio";
export { Player } from "@jackfield/studio/player";
export { auditionSong } from "./audition-song.ts";
