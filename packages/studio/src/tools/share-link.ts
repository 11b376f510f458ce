import { Fault } from "@jackfield/contract";
import { shareCharacters, shareText } from "../share/share-text.ts";
import { studioTool } from "./studio-tool.ts";

export const shareLink = studioTool<object>({
  name: "share_link",
  title: "Share link",
  description:
    "Returns a link that holds the whole song in its fragment, which browsers send to nobody. Recordings are not in it. A song that makes a link of more than 32 kB is refused. Nothing is sent anywhere.",
  effect: "read",
  places: ["tab", "headless", "review"],
  fields: {},
  async run({ open, ports }) {
    const text = await shareText(open.song);
    if (text.length > shareCharacters)
      throw new Fault(
        "result_too_large",
        `The song makes a link of ${text.length} characters; past ${shareCharacters} links are cut on their way`,
        {
          hint: "Save it with save_session and send the file, or share fewer bars as a song of their own",
        },
      );
    const recordings = Object.keys(open.song.samples).length;
    return {
      ...(ports.address === undefined
        ? { fragment: `song=${text}`, hint: "Put it behind the # of the studio page's address" }
        : { url: `${ports.address.replace(/#.*$/, "")}#song=${text}`, hint: "Whoever has the link has the song" }),
      characters: text.length,
      ...(recordings > 0 ? { left_out: `${recordings} recordings` } : {}),
    };
  },
});
