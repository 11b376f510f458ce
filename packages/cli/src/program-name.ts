/** What a person types to run this from a checkout, where no `jackfield` is on their path. */
export const fromCheckout = "npm run jackfield --";

/**
 * Text in which the commands are called as this program was: everything that is said is written `jackfield relay`, and from a checkout that
 * would run nothing. Twice does no harm; `jackfield relay:` in a log line is a name and stays.
 */
export function asCalled(text: string, program: string): string {
  return text.replace(/\bjackfield (?=(?:demo|share|serve|relay|catalog|doctor|help|COMMAND|--\w+)\b(?!:))/g, () => `${program} `);
}
