import { readdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { change, desk, sessionOf, someSong } from "./test-session.ts";

test("a session that cannot be read points to its Backups only where there are some", async () => {
  using at = desk();
  const open = someSong();
  await at.store.save("a", sessionOf(open), { replace: false });
  const hint = async (): Promise<unknown> => {
    writeFileSync(at.at("root/a.studio/song.json"), "{");
    const error: unknown = await at
      .again()
      .open("a")
      .catch((thrown: unknown) => thrown);
    return error instanceof Error && "hint" in error ? error.hint : error;
  };
  expect(await hint()).toBe("It has no Backups: open another session");
  change(open, "Later");
  await at.store.save("a", sessionOf(open), { replace: true });
  const [backup = ""] = readdirSync(at.at("root/a.studio/Backups"));
  expect(await hint()).toBe(`Put one of its Backups in the place of its song.json; the last is Backups/${backup}`);
});
