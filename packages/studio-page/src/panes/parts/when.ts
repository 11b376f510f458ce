/** A moment as a list shows it: the time of today, else the day. */
export function when(at: number, now: number = Date.now()): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday
    ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString([], { day: "numeric", month: "short" });
}
