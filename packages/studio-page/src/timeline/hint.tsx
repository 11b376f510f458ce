import { useEffect, useState } from "preact/hooks";
import { useDesk } from "../desk/use-desk.ts";
import { Button } from "../parts/button.tsx";

/** Set once the hint has been seen: it is not a part of any song. */
const seenKey = "jackfield-studio-hint";

/** One line at the first visit: what to press. It goes when something plays, or when it is closed. */
export function Hint() {
  const { song, sound, view } = useDesk();
  const [shown, show] = useState(() => !isSeen());
  // Whoever plays has seen what it says; in a song of nothing there is nothing to play.
  const isOver = sound.playing.value || Object.keys(song.value.tracks).length === 0;
  useEffect(() => {
    if (!isOver) return;
    markSeen();
    show(false);
  }, [isOver]);
  if (!shown || isOver) return null;
  return (
    <div class="st-hint" role="note">
      <span>
        Press play to hear this song
        <span class="st-hint-keys">
          {" "}
          (<kbd>Space</kbd>)
        </span>
        , change anything, or begin your own.
      </span>
      <Button label="New song" onPress={() => void (view.dialog.value = "new-song")}>
        New song
      </Button>
      <Button
        label="Close the hint"
        icon="close"
        onPress={() => {
          markSeen();
          show(false);
        }}
      />
    </div>
  );
}

function isSeen(): boolean {
  try {
    return localStorage.getItem(seenKey) !== null;
  } catch {
    // Storage may be forbidden: then the hint comes at each visit.
    return false;
  }
}

function markSeen(): void {
  try {
    localStorage.setItem(seenKey, "1");
  } catch {
    // Likewise.
  }
}
