import { AuthorStacks } from "./author-stacks.ts";
import type { Change } from "./change.ts";

/** What each author may take back next and bring back next, as changes come in the order they were made in. */
export class UndoStacks {
  readonly undoable = new AuthorStacks();
  readonly redoable = new AuthorStacks();

  /** `find`: the change of a number, where it is known still. */
  take(change: Change, find: (seq: number) => Change | undefined): void {
    for (const seq of change.undoes ?? []) this.#mark(find(seq), true);
    for (const seq of change.redoes ?? []) this.#mark(find(seq), false);
    this.#stack(change);
  }

  /** Those up to a number are let go. */
  forget(seq: number): void {
    this.undoable.forget(seq);
    this.redoable.forget(seq);
  }

  #mark(change: Change | undefined, undone: boolean): void {
    if (change === undefined) return;
    const { seq, by, is } = change;
    const isStep = is === undefined || is === "revert";
    if (!undone && isStep) this.undoable.add(by.id, seq);
    if (undone) for (const stack of [this.undoable, this.redoable]) stack.remove(by.id, seq);
  }

  #stack({ seq, by, is }: Change): void {
    switch (is) {
      case "undo":
        return this.redoable.add(by.id, seq);
      case "redo":
        return;
      case "revert":
      case undefined:
        this.undoable.add(by.id, seq);
        this.redoable.clear(by.id);
    }
  }
}
