import { Fault, type Resource, type ResourceContents, type ResourceTemplate, type Resources } from "@jackfield/contract";
import { commandCeilings } from "../commands/command-ceilings.ts";
import { commands } from "../commands/commands.ts";
import { paramsDoc } from "../commands/params-doc.ts";
import type { Studio } from "../studio.ts";
import { placeOf } from "../tools/place.ts";

export const sessionUri = "studio://session";
export const commandsUri = "studio://commands";
/** Where the person is. */
export const placeUri = "studio://place";
const trackPrefix = "studio://track/";

const resourceCharacters = commandCeilings.resourceCharacters.value;

/** What there is to read, in every studio. */
export const resourceList: readonly Resource[] = [
  { uri: sessionUri, name: "session", title: "Session", description: "The whole song as JSON", mimeType: "application/json" },
  {
    uri: placeUri,
    name: "place",
    title: "Where the person is",
    description: "What studio_context returns",
    mimeType: "application/json",
  },
  { uri: commandsUri, name: "commands", title: "Commands", description: "Every command with its params", mimeType: "application/json" },
];
export const resourceTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: `${trackPrefix}{id}`,
    name: "track",
    title: "Track",
    description: "One track by its id, with its clips and notes, as JSON",
    mimeType: "application/json",
  },
];

/** The song, its tracks and the commands, to be read as they are. */
export class StudioResources implements Resources {
  readonly list: readonly Resource[] = resourceList;
  readonly templates: readonly ResourceTemplate[] = resourceTemplates;
  readonly #studio: Studio;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  read(uri: string): Promise<readonly ResourceContents[] | undefined> {
    const value = this.#value(uri);
    if (value === undefined) return Promise.resolve(undefined);
    const text = JSON.stringify(value);
    if (text.length > resourceCharacters)
      return Promise.reject(
        new Fault("result_too_large", `${uri} is ${text.length} characters, at most ${resourceCharacters} are read at once`, {
          hint: "Read its tracks one by one, or use inspect_session",
        }),
      );
    return Promise.resolve([{ uri, mimeType: "application/json", text }]);
  }

  #value(uri: string): unknown {
    const { song } = this.#studio.open;
    if (uri === sessionUri) return song;
    if (uri === placeUri) return placeOf(this.#studio);
    if (uri === commandsUri)
      return commands.map(({ id, title, menu, shortcut, blurb, kind, destructive, undoable, params }) => ({
        id,
        title,
        menu,
        shortcut,
        does: blurb,
        kind,
        destructive,
        undoable,
        params: paramsDoc(params),
      }));
    if (!uri.startsWith(trackPrefix)) return undefined;
    const id = uri.slice(trackPrefix.length);
    const track = Object.hasOwn(song.tracks, id) ? song.tracks[id] : undefined;
    return track === undefined ? undefined : { id, ...track };
  }
}
