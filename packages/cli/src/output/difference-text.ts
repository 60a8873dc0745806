// A difference for people: `~` a value that changes, `+` and `-` people who are added or removed.
import type { Paint } from './paint.ts';

type Members = Readonly<Record<string, unknown>>;

/** One line for each member, and for each list that gains or loses entries. */
export function differenceLines(paint: Paint, before: Members, after: Members): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const lines: string[] = [];
  for (const name of names) {
    const [was, is] = [before[name], after[name]];
    if (Array.isArray(was) || Array.isArray(is)) {
      if (isFilled(is)) lines.push(paint.good(`+ ${name}: ${is.join(', ')}`));
      if (isFilled(was)) lines.push(paint.bad(`- ${name}: ${was.join(', ')}`));
    } else {
      // Nobody has seen the value before: the new one alone is known.
      const from = Object.hasOwn(before, name) ? `${valueText(was)} → ` : '';
      lines.push(paint.warn(`~ ${name}: ${from}${valueText(is)}`));
    }
  }
  return lines;
}

function isFilled(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function valueText(value: unknown): string {
  return value === null || value === undefined ? 'none' : JSON.stringify(value);
}
