// The display name of a group, beyond its length and the rule of ground/text.ts.
import type { FieldError } from '../../ground/errors.ts';

export function displayNameFaults(text: string, pointer = '/displayName'): FieldError[] {
  if (text === text.trim()) return [];
  const detail = 'The display name must not begin or end with white space.';
  return [{ pointer, code: 'outer_white_space', detail }];
}
