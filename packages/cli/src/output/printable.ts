// Names and sentences come from others. On a terminal they may say what they like, and do nothing: neither move the
// cursor nor give the window a title nor fill the clipboard, nor reorder the words and columns beside them.

// oxlint-disable-next-line no-control-regex -- what a terminal acts upon, but for line ends and our own colours
const acting = /\u001B(?!\[[\d;]{0,16}m)|[\0-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F]/g;

const rightToLeft =
  '[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}]';
/** Words from right to left, with what is between them. Two blanks are between the columns of a table. */
const otherDirection = new RegExp(
  `${rightToLeft}(?:(?:(?! {2})[^\\p{L}\\p{Cc}]|${rightToLeft})*${rightToLeft})?`,
  'gu',
);

/** The text for people to see; what a terminal would act upon is replaced. */
export function printable(text: string): string {
  return text.replaceAll(acting, '\uFFFD').replaceAll(otherDirection, '\u2068$&\u2069');
}
