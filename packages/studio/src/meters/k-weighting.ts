import type { Coefficients } from "../kernel/biquad.ts";
import { tangentOfHalfTurn } from "../kernel/exact-math.ts";

/**
 * The two filters of ITU-R BS.1770-4, Annex 1, for any rate. The standard gives their coefficients for 48 kHz alone; these are its analogue
 * prototypes (a shelf of 4 dB from 1,681.97 Hz, a high pass at 38.135 Hz) brought to the rate by the bilinear transform, which gives the
 * standard's own numbers at 48 kHz.
 */
export function kWeighting(rate: number): readonly [Coefficients, Coefficients] {
  return [shelf(rate), highPass(rate)];
}

function shelf(rate: number): Coefficients {
  const k = tangentOfHalfTurn(1681.974450955533 / rate);
  const vh = 1.5848647011308556;
  const vb = 1.258720930232558;
  const q = 0.7071752369554196;
  const a0 = 1 + k / q + k * k;
  return [
    (vh + (vb * k) / q + k * k) / a0,
    (2 * (k * k - vh)) / a0,
    (vh - (vb * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ];
}

function highPass(rate: number): Coefficients {
  const k = tangentOfHalfTurn(38.13547087602444 / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
}
