import type { SessionStore, StudioFiles } from "@jackfield/studio";

/** Sessions as one file each, among the page's files. What reads and writes them is loaded when it is needed. */
export function pageSessions(files: StudioFiles): SessionStore {
  return {
    open: async (path, signal) => (await import("./session-zip.ts")).openSession(await files.read(path, signal)),
    async save(path, session, options) {
      const { sessionPieces } = await import("./session-zip.ts");
      const { own = false, replace, ...others } = options;
      await files.write(path, sessionPieces(session), { ...others, replace: replace || own });
      const missing = Object.keys(session.song.samples).filter((sha) => !session.samples.has(sha));
      return { path, missing };
    },
  };
}
