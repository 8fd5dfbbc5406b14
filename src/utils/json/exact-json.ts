/** A string, or an integer of sixteen digits or more that is no part of another number. */
const stringOrLong = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gsu;

/** Parses JSON; integers that a number cannot hold exactly are texts, so that no digit is lost. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  return JSON.parse(
    text.replace(stringOrLong, found =>
      found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
    ),
  );
}
