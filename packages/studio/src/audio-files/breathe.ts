/** Lets everything else have its turn, in the middle of long work. Throws the signal's reason where it has been aborted. */
export async function breathe(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}
