import { canonicalSong, readSong } from "../song/song-file.ts";
import type { Song } from "../song/song.ts";
import { toolCeilings } from "../tools/tool-ceilings.ts";

/** Characters of a link's fragment: past it, chats and mail cut links in two. */
export const shareCharacters = toolCeilings.shareCharacters.value;
/** Bytes of a song that a link may unpack to: a fragment of 32 kB of nothing but zeros unpacks to 24 MB. */
const unpackedBytes = toolCeilings.sharedBytes.value;

/** A song as text for a link's fragment: gzip, then base64url. Recordings are not in it. */
export async function shareText(song: Song): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalSong(song));
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return base64url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** The song in a fragment, whoever wrote it: each of its members is checked. Throws a RangeError for what is none, or is too much. */
export async function sharedSong(text: string): Promise<Song> {
  if (text.length > shareCharacters || !/^[A-Za-z0-9_-]+$/.test(text)) throw new RangeError("That is no shared song");
  try {
    const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    return readSong(new TextDecoder("utf-8", { fatal: true }).decode(await unpacked(packed))).song;
  } catch (error) {
    throw new RangeError("That is no shared song", { cause: error });
  }
}

async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      if (bytes > unpackedBytes) throw new RangeError("That unpacks to more than a song is");
      pieces.push(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
