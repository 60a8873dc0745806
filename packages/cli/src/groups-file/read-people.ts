// The people of a roster, from CSV: a heading row, one person a row. Columns that the command does not know are ignored, so
// that an export of an HR system can be used as it is.
import type { RosterBody } from '@groupwright/client';
import { FileFaults, type SourceLocation } from './group-entry.ts';
import { readRows } from './read-csv.ts';

type RosterMember = RosterBody['members'][number];

export interface PersonEntry {
  readonly member: RosterMember;
  /** The place of a member of the request by its name, or of the row. */
  locationOf(name: string): SourceLocation;
}

/** @throws FileFaults */
export function readPeople(text: string): PersonEntry[] {
  const { headings, rows } = readRows(text);
  if (headings.every((heading) => heading.text !== 'person')) {
    const detail =
      'The first line must have the heading person, with e-mail addresses or ids; role, until and guest may follow.';
    throw new FileFaults([{ line: 1, column: 1, detail }]);
  }
  return rows.map(({ cells, locationOf }): PersonEntry => {
    const { person = '', role, until, guest } = Object.fromEntries(cells);
    const member = {
      person,
      // The service names every fault of a list at once, that of a role too.
      ...(role !== undefined && { role: role as NonNullable<RosterMember['role']> }),
      ...(until !== undefined && { until }),
      ...(guest !== undefined && { guest: { displayName: guest, invite: true as const } }),
    };
    return { member, locationOf };
  });
}
