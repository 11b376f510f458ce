/** What is in a session's folder. */
export const names = {
  song: "song.json",
  review: "review.json",
  log: "log.jsonl",
  samples: "Audio Files",
  backups: "Backups",
  owner: "owner.json",
} as const;

/** The logs that a session may have; a later one has a number of its own. */
export const logName = /^log(-[0-9a-f]{8})?\.jsonl$/;

/** The folder that a path is about: with or without `.studio`, or its `song.json`. */
export function sessionFolder(path: string): string {
  const folder = path.replace(/\/+song\.json$/, "").replace(/(?<=[^/])\/+$/, "");
  return folder.endsWith(".studio") ? folder : `${folder}.studio`;
}
