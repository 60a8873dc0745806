// The people of a roster, from CSV: a heading row, one person a row. Columns that the command does not know are ignored, so
// that an export of an HR system can be used as it is.
import type { RosterBody } from '@groupwright/client';
import { type FileFault, FileFaults, type SourceLocation } from './group-entry.ts';
import { readRows } from './read-csv.ts';

type RosterMember = RosterBody['members'][number];

export interface PersonEntry {
  readonly member: RosterMember;
  /** The place of a member of the request by its name, or of the row. */
  locationOf(name: string): SourceLocation;
}

const roles = ['member', 'owner'] as const;

/** @throws FileFaults */
export function readPeople(text: string): PersonEntry[] {
  const { headings, rows } = readRows(text);
  if (headings.every((heading) => heading.text !== 'person')) {
    const detail =
      'The first line must have the heading person, with e-mail addresses or ids; role, until and guest may follow.';
    throw new FileFaults([{ line: 1, column: 1, detail }]);
  }
  const faults: FileFault[] = [];
  const entries = rows.flatMap(({ start, cells, locationOf }): PersonEntry[] => {
    const { person, role = 'member', until, guest } = Object.fromEntries(cells);
    const known = roles.find((one) => one === role);
    if (person === undefined) faults.push({ ...start, detail: 'The row names no person.' });
    if (known === undefined) {
      faults.push({ ...locationOf('role'), detail: 'role must be member or owner.' });
    }
    if (person === undefined || known === undefined) return [];
    const member = {
      person,
      role: known,
      ...(until !== undefined && { until }),
      ...(guest !== undefined && { guest: { displayName: guest, invite: true as const } }),
    };
    return [{ member, locationOf }];
  });
  if (faults.length > 0) throw new FileFaults(faults);
  return entries;
}
