// What an AudioWorklet's scope has (Web Audio API §1.32), and TypeScript's DOM library leaves out.

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

declare function registerProcessor(name: string, processor: new (options: AudioWorkletNodeOptions) => AudioWorkletProcessor): void;

declare const sampleRate: number;
/** Seconds, of the first frame of the quantum. */
declare const currentTime: number;
