import { defineConfig } from "vitest/config";

// The source condition must be set for every resolver vitest has: Vite's own, the SSR one, and the one for externals.
const conditions = ["@jackfield/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts", "examples/*/src/**/*.test.ts"] } },
      {
        extends: true,
        test: { name: "system", include: ["test/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000, pool: "forks", maxWorkers: 2 },
      },
    ],
  },
});
