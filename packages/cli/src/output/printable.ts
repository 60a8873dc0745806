// Names and sentences come from others. On a terminal they may say what they like, and do nothing: neither move the
// cursor nor give the window a title nor fill the clipboard.

// oxlint-disable-next-line no-control-regex -- what a terminal acts upon, but for line ends and our own colours
const acting = /\u001B(?!\[[\d;]{0,16}m)|[\0-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F]/g;

/** The text for people to see; what a terminal would act upon is replaced. */
export function printable(text: string): string {
  return text.replaceAll(acting, '\uFFFD');
}
