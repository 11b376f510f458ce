import { defineConfig } from "vitest/config";

// The source condition must be set for every resolver vitest has: Vite's own, the SSR one, and the one for externals.
const conditions = ["@jackfield/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts", "examples/*/src/**/*.test.ts"],
          // Unit tests share no state through modules, so each need not load them anew: half the CPU time.
          pool: "threads",
          isolate: false,
          // By itself it takes one fewer than there are cores: of two, one.
          maxWorkers: 2,
          // Long enough for a machine that is busy with something else: a test that hangs is found all the same.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["test/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: "forks",
          maxWorkers: 2,
          // Real browsers and real time on a shared machine: what fails twice is a fault, what fails once is shown as flaky.
          retry: 2,
        },
      },
    ],
  },
});
