import { Type } from 'typebox';
import type { TextForm } from '../text.ts';

/** A name for people: visible, of one line, without space at either end. */
export function nameSchema(maxLength: number, description: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: '^\\S(?:[\\s\\S]*\\S)?$',
    description,
    'x-fault': 'must have no spaces at its ends',
  });
}

/** A text of several lines, such as a reason. */
export function linesSchema(options: {
  readonly minLength?: number;
  readonly maxLength: number;
  readonly description?: string;
}) {
  return Type.String({ 'x-text': 'lines' satisfies TextForm, ...options });
}
