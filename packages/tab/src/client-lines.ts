/** The command that adds a link to Claude Code on this machine. The URL is quoted: shells read `?` as a pattern. */
export function claudeLine(name: string, url: string): string {
  return `claude mcp add --transport http ${slug(name)} '${url}'`;
}

/** A name as clients' configuration files take it: letters, digits and dashes, at most 32. */
export function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 32) || "jackfield"
  );
}
