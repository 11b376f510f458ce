/** What a slider is told to become by a program that moves the page: a number within its own range, as text. */
export const setEvent = "jackfield-set";

/** The prop by which a part of the page's own hears that. Its range has been looked at by who sends it. */
export function onSet(take: (value: number) => void): Record<string, (event: CustomEvent<string>) => void> {
  return {
    [`on${setEvent}`]: (event) => {
      event.preventDefault();
      take(Number(event.detail));
    },
  };
}
