// The log for people: lines of JSON become `time LEVEL message name=value …`, and an error its stack below. Text from
// outside cannot write to the terminal or forge a line: control and format characters are escaped, and every further line is indented.
// pino-pretty writes them as they are.
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

interface Level {
  readonly name: string;
  readonly style: Style;
}

/** The keys are pino's numbers. */
const levels: Readonly<Record<number, Level>> = {
  10: { name: 'TRACE', style: 'gray' },
  20: { name: 'DEBUG', style: 'blue' },
  30: { name: 'INFO ', style: 'green' },
  40: { name: 'WARN ', style: 'yellow' },
  50: { name: 'ERROR', style: 'red' },
  60: { name: 'FATAL', style: ['bold', 'red'] },
};

interface LoggedError {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
}

/**
 * Makes text of whole lines, for the time zone of this machine. A line that is no JSON object stays as it is, but for
 * its control characters.
 */
export function createLogText(options: { readonly hasColours: boolean }) {
  const paint = (style: Style, text: string): string =>
    options.hasColours && text !== '' ? styleText(style, text, { validateStream: false }) : text;

  function toText(line: string): string {
    const entry = readEntry(line);
    if (entry === undefined) return escapeControls(line);
    const { level, time, msg, err, ...fields } = entry;
    const { name, style } = levels[Number(level)] ?? { name: String(level), style: 'gray' };
    const { more, stack } = readError(err);
    const shown = Object.entries({ ...fields, ...more })
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([field, value]) => `${paint('dim', `${escapeControls(field)}=`)}${showValue(value)}`);
    const message = typeof msg === 'string' ? escapeControls(msg) : '';
    const first = [paint('dim', timeOfDay(time)), paint(style, escapeControls(name)), message];
    return [[...first, ...shown].filter((part) => part !== '').join(' '), ...stack].join('\n');
  }

  return (lines: string): string =>
    lines
      .split('\n')
      .map((line) => (line === '' ? '' : toText(line)))
      .join('\n');
}

function readEntry(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? (entry as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of the stack, and what else the error holds. Anything but an error stays a field. */
function readError(err: unknown): { more: Record<string, unknown>; stack: string[] } {
  if (typeof err !== 'object' || err === null) return { more: { err }, stack: [] };
  const { type: _type, message: _message, stack, ...rest } = err as LoggedError;
  if (typeof stack !== 'string') return { more: { err }, stack: [] };
  return {
    more: Object.keys(rest).length === 0 ? {} : { err: rest },
    stack: stack.split('\n').map((line) => `    ${escapeControls(line.trim())}`),
  };
}

const plain = /^[\p{L}\p{N}\p{P}\p{Sc}+<>|~^`]+$/u;

function showValue(value: unknown): string {
  const isPlain = typeof value === 'string' && plain.test(value) && !value.startsWith('"');
  return escapeControls(isPlain ? value : JSON.stringify(value));
}

/** The result has \u001b and the like for characters that a terminal obeys, reorders text by, or ends a line at. */
function escapeControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

function timeOfDay(time: unknown): string {
  const date = new Date(typeof time === 'string' ? time : Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
