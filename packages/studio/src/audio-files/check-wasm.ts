import { AudioFileError } from "./audio-file-error.ts";

/** What every host has, though Node's types do not say so. */
const { WebAssembly: compiler } = globalThis as unknown as { readonly WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> } };

/** Eight bytes: the smallest module there is. */
const nothing = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/**
 * Throws where a page's policy keeps WASM from being compiled. Two of the decoders would not say so: they wait for ever for what was refused.
 * Throws `AudioFileError`.
 */
export async function checkWasm(): Promise<void> {
  try {
    await compiler.compile(nothing);
  } catch {
    throw new AudioFileError("unsupported", "This page may not run the decoder that the file needs: convert it to FLAC or WAV");
  }
}
