/** Bytes of bodies and answers that the relay holds at one time, all peers together. */
export class Held {
  readonly #most: number;
  #bytes = 0;
  #refused = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How often there was no room. */
  get refused(): number {
    return this.#refused;
  }

  /** False: there is no room, and nothing was taken. */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.#most) {
      this.#refused++;
      return false;
    }
    this.#bytes += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}
