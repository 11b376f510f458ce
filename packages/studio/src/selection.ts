/** What somebody has in hand: commands without a target act on it. Positions are ticks. */
export interface Selection {
  readonly tracks: readonly string[];
  readonly clips: readonly { readonly track: string; readonly clip: string }[];
  readonly notes: readonly string[];
  readonly range: { readonly from: number; readonly to: number } | undefined;
  readonly playhead: number;
}

export const emptySelection: Selection = { tracks: [], clips: [], notes: [], range: undefined, playhead: 0 };
