// Reads from a refusal which of a group's values another object already has. Graph names the property in
// `error.details` (target and code), in its sentence, or not at all.
import type { GraphResponse } from './graph-response.ts';

/**
 * `marker`: our own uniqueName. `alias`: the alias or an address made from it. `unnamed`: a conflict whose property
 * Graph does not name.
 */
export type Conflict = 'marker' | 'alias' | 'unnamed';

const conflictCode = /conflict|exist|taken|duplicate/i;
const namedInSentence = /same value for property (\w+) already exists/i;
const kinds: Readonly<Record<string, Conflict>> = {
  uniquename: 'marker',
  mailnickname: 'alias',
  mail: 'alias',
  proxyaddresses: 'alias',
};

const kindOf = (property: string | undefined): Conflict | undefined =>
  kinds[property?.toLowerCase() ?? ''];

/** The conflict that a refused creation reports; undefined for any other refusal. */
export function conflictOf({ status, error }: GraphResponse): Conflict | undefined {
  const named = new Set([
    kindOf(namedInSentence.exec(error.message)?.[1]),
    ...error.details
      .filter(({ code, message }) => conflictCode.test(`${code} ${message}`))
      .map(({ target }) => kindOf(target)),
  ]);
  // Our own marker explains every other conflict: the group is ours.
  if (named.has('marker')) return 'marker';
  if (named.has('alias')) return 'alias';
  return status === 409 ? 'unnamed' : undefined;
}
