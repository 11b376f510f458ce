import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { Jackfield } from "../cli/jackfield.ts";
import { must, pack, type Project, project, root, run, unpack } from "./project.ts";

// What the README tells the maker of an app to do, done: outside the clone, without our conditions, from what `npm run build` writes.

/** The first TypeScript of README.md, as it stands there. */
async function snippet(): Promise<string> {
  return /```ts\n([^]*?)```/.exec(await readFile(join(root, "README.md"), "utf8"))?.[1] ?? "";
}

const tsconfig = (moduleResolution: string): string =>
  JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      // Ours and others' declarations are looked at too: nothing is hidden.
      skipLibCheck: false,
      target: "es2022",
      lib: ["es2022", "dom"],
      module: moduleResolution === "bundler" ? "esnext" : "nodenext",
      moduleResolution,
      types: [],
    },
    files: ["app.ts"],
  });

const installs: Readonly<Record<string, (app: Project) => Promise<unknown>>> = {
  "npm install FOLDER": ({ folder }) => must(folder, "npm", "install", join(root, "packages/tab")),
  "npm pack": async ({ folder }) =>
    unpack(await pack("packages/tab", folder), folder, "@jackfield/tab", ["lean-qr", "@mcp-b/webmcp-polyfill", "@mcp-b/webmcp-types"]),
};

beforeAll(() => must(root, "npm", "run", "build"));

describe.each(Object.entries(installs))("an app with the SDK by %s", (_name, install) => {
  test("compiles the README's own code in strict, and a wrong use of it does not", async () => {
    const code = await snippet();
    await using app = await project({ "app.ts": code });
    await install(app);
    for (const resolution of ["bundler", "nodenext"]) {
      await writeFile(join(app.folder, "tsconfig.json"), tsconfig(resolution));
      await must(app.folder, join(root, "node_modules/.bin/tsc"), "-p", ".");
    }
    await writeFile(join(app.folder, "app.ts"), code.replace('effect: "write"', 'effect: "writes"'));
    const wrong = await run(app.folder, join(root, "node_modules/.bin/tsc"), "-p", ".");
    expect(wrong.code).not.toBe(0);
    expect(wrong.output).toContain("app.ts");
  });

  test("bundles it without conditions of ours, and each entry of the package is there", async () => {
    await using app = await project({
      "app.ts": `${await snippet()}\nimport { reachProblems } from "@jackfield/tab/reach"; console.log(reachProblems("http://localhost"));`,
    });
    await install(app);
    const built = await build({
      absWorkingDir: app.folder,
      entryPoints: ["app.ts"],
      bundle: true,
      format: "esm",
      platform: "browser",
      write: false,
      logLevel: "silent",
      metafile: true,
    });
    const text = built.outputFiles[0]?.text ?? "";
    expect(text).toContain("add_note");
    expect(text).toContain("jackfield-connect");
    expect(Object.keys(built.metafile.inputs).filter((path) => path.includes("/src/") && path.includes("jackfield"))).toEqual([]);
  });
});

test("a packed SDK holds what its package.json names, and no source", async () => {
  const { exports } = JSON.parse(await readFile(join(root, "packages/tab/package.json"), "utf8")) as {
    exports: Record<string, { types?: string; default?: string }>;
  };
  const said = await must(root, "npm", "pack", "-w", "packages/tab", "--dry-run", "--json");
  const files = [...said.matchAll(/"path":\s*"([^"]+)"/g)].map((match) => `./${match[1]}`);
  const named = Object.values(exports).flatMap((entry) => [entry.types, entry.default].filter((path) => path !== undefined));
  expect(files).toEqual(expect.arrayContaining([...named, "./dist/jackfield-connect.js"]));
  expect(files.filter((path) => path.startsWith("./src/") || /(?<!\.d)\.ts$/.test(path))).toEqual([]);
});

test("a packed jackfield runs where nothing else of ours is: its relay, and its demo with the page", async () => {
  await using place = await project({});
  await must(place.folder, "npm", "install", await pack("packages/cli", place.folder));
  expect(await readdir(join(place.folder, "node_modules/@jackfield"))).toEqual(["cli"]);
  const program = join(place.folder, "node_modules/.bin/jackfield");
  expect(await must(place.folder, program, "--version")).toMatch(/^jackfield \d/);
  await using relay = new Jackfield(["relay", "--json", "--port", "0", "--metrics-port", "0"], {}, [program]);
  const { url } = await relay.event("listening");
  expect((await fetch(`${String(url)}/health`)).status).toBe(200);
  await using demo = new Jackfield(["demo", "--json", "--page-port", "0", "--relay-port", "0"], {}, [program]);
  const { page } = await demo.event("listening");
  const html = await (await fetch(String(page))).text();
  const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? "";
  const answer = await fetch(new URL(script, String(page)));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
});
