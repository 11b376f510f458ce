/** The shortest of several runs, in milliseconds: on a machine that others share, the one that was disturbed least. */
export function leastMs(runs: number, run: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}
