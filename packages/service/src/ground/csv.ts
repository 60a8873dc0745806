// Lines of CSV (RFC 4180) that a spreadsheet shows as text.

/**
 * A text that a spreadsheet would read as a formula gets an apostrophe. Where the list separator of the spreadsheet is a
 * semicolon, a cell may begin within a text, so the same holds behind each semicolon. A quote behind it is written
 * twice, which is an empty text to the spreadsheet, so that the cell begins with what follows.
 */
export function csvLine(texts: readonly string[]): string {
  return `${texts.map(csvField).join(',')}\r\n`;
}

/** The first line of a file. Spreadsheets read the file as UTF-8 by the byte order mark. */
export function csvHead(headings: readonly string[]): string {
  return `\uFEFF${csvLine(headings)}`;
}

/** The first characters of a formula, as a class of a regular expression. */
export const formulaStart = String.raw`[=+\-@\t\r＝＋－＠]`;
const formula = new RegExp(String.raw`(?<=(?:^|;)[\s"]*)(?=${formulaStart})`, 'g');

function csvField(text: string): string {
  const harmless = text.replaceAll(formula, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
