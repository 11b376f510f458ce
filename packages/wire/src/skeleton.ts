/**
 * Names that people or models may take for one another. Tool names are ASCII by their pattern, so a small part of Unicode's confusables
 * (UTS 39) is enough for them; the look-alikes of other scripts are there for texts.
 */

/** The forms of a tool name that no other name may share: case folded, and as it looks. */
export function nameForms(name: string): readonly [folded: string, looks: string] {
  return [name.toLowerCase(), name.replaceAll(/rn|vv|[0OIl1]/g, (part) => asciiLooks[part] ?? part).toLowerCase()];
}

/**
 * Text as it looks: compatibility forms and look-alikes of Latin letters made Latin, without marks and invisible characters, lower case,
 * single spaces, straight quotes.
 */
export function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .replaceAll(/[\u0370-\u052f\u2018\u2019\u02bc]/g, (character) => lookAlikes[character] ?? character)
    .toLowerCase()
    .replaceAll(/[^\S\n]+/g, " ");
}

// "I" looks like "l" while its lower case does not: look first, then fold, so that "tail" and "tall" stay two names.
const asciiLooks: Readonly<Record<string, string>> = { rn: "m", vv: "w", "0": "o", O: "o", I: "l", l: "l", "1": "l" };

// Pairs of a letter and the Latin one it looks like: Cyrillic, then Greek, then quotes.
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "аa еe оo рp сc уy хx іi ѕs јj ԁd һh ӏl кk мm тt вb нh гr ғf АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЅS ЈJ " +
    "αa οo νv ρp υu ιi κk χx γy τt ηn ωw ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX " +
    "\u2018' \u2019' \u02bc'"
  )
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
