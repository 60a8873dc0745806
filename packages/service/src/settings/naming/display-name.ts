// The display name of a group, beyond its length.
import type { FieldError } from '../../ground/errors.ts';

export function displayNameFaults(text: string, pointer = '/displayName'): FieldError[] {
  const faults: FieldError[] = [];
  if (text !== text.trim()) {
    const detail = 'The display name must not begin or end with white space.';
    faults.push({ pointer, code: 'outer_white_space', detail });
  }
  if (/\p{Cc}/u.test(text.trim())) {
    const detail = 'The display name must not contain control characters.';
    faults.push({ pointer, code: 'character_refused', detail });
  }
  return faults;
}
