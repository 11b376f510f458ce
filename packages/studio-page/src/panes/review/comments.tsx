import type { SongComment } from "@jackfield/studio";
import { comment, replyTo, resolveComment } from "../../desk/by-hand.ts";
import { useDesk } from "../../desk/use-desk.ts";
import { shortPosition } from "../../song/positions.ts";
import { AskText } from "../parts/ask-text.tsx";
import { when } from "../parts/when.ts";
import { Who } from "../parts/who.tsx";

/** Remarks at places of the song, with replies. */
export function Comments() {
  const desk = useDesk();
  void desk.turn.value;
  const { comments } = desk.open.value;
  const open = comments.filter(({ resolved }) => resolved === undefined);
  const done = comments.filter(({ resolved }) => resolved !== undefined);
  const track = desk.view.track.value;
  const at = shortPosition(desk.song.value, desk.view.cursor.value);
  return (
    <section class="sp-part">
      <h3>Comments</h3>
      <AskText
        label={`Comment at ${at}`}
        send="Comment"
        most={2_000}
        onSend={(text) => comment(desk, { text, tick: Math.round(desk.view.cursor.peek()), ...(track === undefined ? {} : { track }) })}
      />
      <ol class="sp-list">
        {open.map((each) => (
          <Comment key={each.id} comment={each} />
        ))}
      </ol>
      {done.length === 0 ? null : (
        <details>
          <summary>{done.length} resolved</summary>
          <ol class="sp-list">
            {done.map((each) => (
              <Comment key={each.id} comment={each} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function Comment({ comment: { id, by, at, text, tick, track, replies, resolved } }: { readonly comment: SongComment }) {
  const desk = useDesk();
  const name = track === undefined ? undefined : desk.song.value.tracks[track]?.name;
  return (
    <li class="sp-comment">
      <p class="sp-soft">
        <Who of={by} /> · <time>{when(at)}</time>
        {tick === undefined ? null : (
          <>
            {" · "}
            <button type="button" class="sp-link" onClick={() => (desk.view.cursor.value = tick)}>
              {shortPosition(desk.song.value, tick)}
              {name === undefined ? "" : `, ${name}`}
            </button>
          </>
        )}
      </p>
      <p>{text}</p>
      {replies.map((reply, index) => (
        <p key={index} class="sp-reply">
          <Who of={reply.by} /> {reply.text}
        </p>
      ))}
      {resolved === undefined ? <AskText label="Reply" send="Reply" most={2_000} onSend={(answer) => replyTo(desk, id, answer)} /> : null}
      <button type="button" class="jf-button" data-kind="quiet" onClick={() => resolveComment(desk, id, resolved === undefined)}>
        {resolved === undefined ? "Resolve" : "Open again"}
      </button>
    </li>
  );
}
