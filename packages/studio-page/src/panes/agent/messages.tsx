import { useEffect, useRef } from "preact/hooks";
import { useWorkroom } from "../../desk/use-workroom.ts";
import { when } from "../parts/when.ts";

/** What agents said, and what they ask. */
export function Messages() {
  const { talk } = useWorkroom();
  const list = useRef<HTMLOListElement>(null);
  const messages = talk.messages.value;
  useEffect(() => list.current?.scrollTo({ top: list.current.scrollHeight }), [messages]);
  return (
    <section class="sp-part">
      <h3>Messages</h3>
      {messages.length === 0 && talk.questions.value.length === 0 ? <p class="sp-soft">Nothing has been said yet.</p> : null}
      <ol class="sp-messages" ref={list} aria-live="polite" tabIndex={0} aria-label="Messages">
        {messages.map(({ id, by, text, at }) => (
          <li key={id}>
            <span class="jf-who" data-by="agent">
              {by}
            </span>{" "}
            <time>{when(at)}</time>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {talk.questions.value.map((question) => (
        <div key={question.id} class="sp-question" role="group" aria-label={`${question.by} asks`}>
          <p>
            <b class="jf-who" data-by="agent">
              {question.by}
            </b>{" "}
            asks: {question.text}
          </p>
          <div class="sp-row">
            {question.choices.map((choice) => (
              <button key={choice} type="button" class="jf-button" onClick={() => question.answer(choice)}>
                {choice}
              </button>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}
