import { type Check, same } from "./check.ts";
import { type Played, type Rule, play } from "./cloud-scene.ts";
import { type Cloud, installing } from "./cloud-table.ts";

const domain = "relay.example.org";

/** Everything a cloud script must do, and must not, looked at against stand-ins. */
export async function cloudChecks(cloud: Cloud): Promise<readonly Check[]> {
  const { script, sshKey, user, fresh, there } = cloud;
  const inputs = { DOMAIN: domain, ADMIN_CIDR: "203.0.113.7/32", SSH_KEY: sshKey };
  const go = (word: string, env: Readonly<Record<string, string>>, rules: readonly Rule[]): Promise<Played> =>
    play(script, [word], env, rules);
  const checks: Check[] = [];
  const whole = async (
    name: string,
    word: string,
    env: Readonly<Record<string, string>>,
    rules: readonly Rule[],
    calls: readonly string[],
  ): Promise<void> => {
    const played = await go(word, env, rules);
    checks.push(short(name, [played.code, ...played.calls], [0, ...calls]));
  };
  await whole("up makes what is not there", "up", inputs, fresh, [...cloud.up, ...installing(user, domain)]);
  await whole("up again makes nothing", "up", inputs, there, [...cloud.again, ...installing(user, domain)]);
  const look = cloud.again.at(-1) ?? "";
  await whole("update only installs", "update", {}, there, [look, ...installing(user, "")]);
  await whole("down takes away what is there", "down", { CONFIRM: "jackfield-relay" }, there, cloud.down);

  const dry = await go("up", { ...inputs, DRY_RUN: "1" }, []);
  // Each argument is shown as a shell would take it.
  const shown = dry.output.replaceAll("\\", "").replaceAll("ADDRESS", "198.51.100.20");
  const unshown = [...new Set([...cloud.up, ...installing(user, domain).slice(0, 2)])].filter((call) => !shown.includes(`+ ${call}`));
  checks.push(same("a dry run calls nothing and prints every command", [dry.code, dry.calls, unshown], [0, [], []]));

  const failed = await go("up", inputs, [{ begins: cloud.makes, code: 7 }, ...fresh]);
  checks.push(
    same(
      "a call that fails ends it there, and it says what to do",
      [failed.code, failed.calls.at(-1)?.startsWith(cloud.makes), advice.test(failed.output)],
      [1, true, true],
    ),
  );
  const blind = await go("up", inputs, [{ begins: cloud.looks, code: 1 }]);
  checks.push(
    same(
      "a look that fails makes no machine",
      [blind.code, blind.calls.some((call) => call.startsWith(cloud.makes)), /signed in/.test(blind.output)],
      [1, false, true],
    ),
  );
  const none = await go("update", {}, []);
  checks.push(
    same(
      "an update where there is no machine says so, and installs nowhere",
      [none.code, none.calls, /there is no machine "jackfield-relay": make one with \S+ up/.test(none.output)],
      [1, [look], true],
    ),
  );
  const away = await go("up", inputs, [{ begins: "ssh", code: 255 }, ...fresh]);
  checks.push(same("a machine that does not answer is said", [away.code, /does not answer by ssh/.test(away.output)], [1, true]));
  for (const [name, word, env] of refused(inputs)) {
    const played = await go(word, env, there);
    checks.push(same(`refused before any call: ${name}`, [played.code, played.calls], [2, []]));
  }
  return checks;
}

const advice = /failed\. What was made so far stays: mend what it says and run this again, or take all of it away with: \S+ down/;

/** Command lines that must not be taken. */
function refused(inputs: Readonly<Record<string, string>>): readonly (readonly [string, string, Readonly<Record<string, string>>])[] {
  return [
    ["no command", "", inputs],
    ["another command", "destroy", inputs],
    ["no name", "up", { ...inputs, DOMAIN: "" }],
    ["a name with a command in it", "up", { ...inputs, DOMAIN: "relay.example.org;reboot" }],
    ["an address for ssh that is none", "up", { ...inputs, ADMIN_CIDR: "anywhere" }],
    ["no ssh key", "up", { ...inputs, SSH_KEY: "" }],
    ["an origin with a command in it", "up", { ...inputs, APP_ORIGIN: 'https://a.example" reboot' }],
    ["no package", "update", { PACKAGE: "/nowhere/x.tgz" }],
    ["a machine's name with a flag in it", "up", { ...inputs, NAME: "--all" }],
    ["down without saying which", "down", {}],
  ];
}

/** The lists themselves only where they differ: they are long. */
function short(name: string, saw: readonly unknown[], wanted: readonly unknown[]): Check {
  const check = same(name, saw, wanted);
  return check.ok ? { ...check, saw: `${saw.length - 1} calls, each as expected` } : check;
}
