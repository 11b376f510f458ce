import type { Studio } from "@jackfield/studio";
import { pageRelay } from "@jackfield/web/dom";
import { type Agents, openAgents } from "../agent/agents.ts";
import { type Inbox, openInbox } from "../agent/inbox.ts";
import { openPageRoom } from "../agent/page-room.ts";
import { type Talk, openTalk } from "../agent/talk.ts";
import { type Jobs, openJobs } from "../files/jobs.ts";
import { type PageFiles, openPageFiles } from "../files/page-files.ts";
import { type Takes, openTakes } from "../panes/review/takes.ts";
import type { Home } from "../store/home.ts";
import type { Desk } from "./desk.ts";
import { openPageStudio } from "./page-studio.ts";

/** What stands around the desk: what commands and tools work on, the page's files, agents, and what they and the person say to each other. */
export interface Workroom {
  readonly studio: Studio;
  readonly files: PageFiles;
  readonly talk: Talk;
  readonly inbox: Inbox;
  readonly takes: Takes;
  readonly jobs: Jobs;
  readonly agents: Agents;
}

export function openWorkroom(desk: Desk, home: Home): Workroom {
  const files = openPageFiles(home.shelf, Date.now);
  const talk = openTalk();
  const inbox = openInbox();
  const takes = openTakes(desk);
  const room = openPageRoom({ desk, talk, inbox, hear: (take) => takes.hear(take) });
  const studio = openPageStudio(desk, home, files, room);
  const { view } = desk;
  const agents = openAgents(studio, home, pageRelay(), () => {
    view.pane.value = "connect";
    // What a phone shows; a wide page shows the pane beside the rest.
    if (matchMedia("(width <= 719px)").matches) view.place.value = "pane";
  });
  return { studio, files, talk, inbox, takes, jobs: openJobs((text) => desk.tell(text)), agents };
}
