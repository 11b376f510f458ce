import { describe, expect, it } from "vitest";
import { emptySong } from "../song/empty-song.ts";
import { shareText, sharedSong } from "./share-text.ts";

describe("shareText", () => {
  it("is a fragment that holds the song", async () => {
    const song = emptySong("s_1", "Ünï");
    const text = await shareText(song);
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await sharedSong(text)).toEqual(song);
  });

  it("what is no song, is cut, or unpacks to too much is refused", async () => {
    const text = await shareText(emptySong("s_1"));
    for (const bad of ["", "a b", text.slice(0, 40), "A".repeat(40_000), text.replace(/.$/, "!")])
      await expect(sharedSong(bad)).rejects.toThrow(RangeError);
    const other = new Blob(['{"title":"No song"}']).stream().pipeThrough(new CompressionStream("gzip"));
    const none = Buffer.from(await new Response(other).arrayBuffer()).toString("base64url");
    await expect(sharedSong(none)).rejects.toThrow(RangeError);
    const packed = new Blob([new Uint8Array(12_000_000)]).stream().pipeThrough(new CompressionStream("gzip"));
    const bomb = Buffer.from(await new Response(packed).arrayBuffer()).toString("base64url");
    expect(bomb.length).toBeLessThan(32_768);
    await expect(sharedSong(bomb)).rejects.toThrow(RangeError);
  });
});
