/** What claude.ai needs, and how to get it. `local`: the relay's address on this computer. */
export function howToBePublic(command: string, local: string): string[] {
  const { origin } = new URL(local);
  return [
    "claude.ai and the Claude apps call from Anthropic's cloud: they need a public https address on port 443, which localhost is not.",
    `For a try, a tunnel gives you one: run cloudflared tunnel --url ${origin}, then start again with --public-url and the address it prints.`,
    `To keep it, run jackfield relay on a server behind https, and start jackfield ${command} with --relay and its address.`,
  ];
}
