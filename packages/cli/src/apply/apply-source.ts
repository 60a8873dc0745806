// Applies a file whose groups have the ids of the caller's own system: the service finds the difference of each, and what
// is missing. It may be killed at any moment and run again.
import type {
  AppliedGroup,
  ApplyAnswer,
  ApplyOptions,
  ApplyPlan,
  Client,
} from '@groupwright/client';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import { type FileFault, type GroupEntry, rowOf } from '../groups-file/group-entry.ts';

const rowsOfRequest = 1_000;

type Options = ApplyOptions & { readonly signal: AbortSignal };

/** @throws CommandError if the file is too long for one request, which alone knows the missing groups */
export function requireOneRequest(
  entries: readonly GroupEntry[],
  missing: string | undefined,
): void {
  if (missing === undefined || entries.length <= rowsOfRequest) return;
  const detail = `--missing needs a file of at most ${rowsOfRequest} groups, because one request has to name all of them.`;
  throw new CommandError(exitCodes.usage, 'too_many_groups', detail);
}

/** Faults of the file: groups without an id, and ids that two groups have. */
export function idFaults(entries: readonly GroupEntry[]): FileFault[] {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const { externalId } = entry;
    const location = entry.locationOf('');
    if (externalId === undefined) return [{ ...location, detail: 'The group has no externalId.' }];
    if (!seen.has(externalId)) {
      seen.add(externalId);
      return [];
    }
    return [{ ...location, detail: `${externalId} is the externalId of another group, too.` }];
  });
}

export function planSource(
  client: Client,
  source: string,
  entries: readonly GroupEntry[],
  options: Options,
): Promise<ApplyPlan> {
  return inParts(entries, (rows) => client.planApplyTeams(source, rows, options));
}

export function applySource(
  client: Client,
  source: string,
  entries: readonly GroupEntry[],
  options: Options,
): Promise<ApplyAnswer> {
  return inParts(entries, (rows) => client.applyTeams(source, rows, options));
}

/** With several parts, no group is missing: each part names only some of them. */
async function inParts<Answer extends ApplyAnswer | ApplyPlan>(
  entries: readonly GroupEntry[],
  send: (rows: readonly AppliedGroup[]) => PromiseLike<Answer>,
): Promise<Answer> {
  const rows = entries.map(rowOf);
  const parts: Answer[] = [];
  for (let start = 0; start < rows.length; start += rowsOfRequest) {
    parts.push(await send(rows.slice(start, start + rowsOfRequest)));
  }
  const [first] = parts;
  if (first === undefined) return send([]);
  if (parts.length === 1) return first;
  const sumOf = (count: 'created' | 'changed' | 'unchanged' | 'refused') =>
    parts.reduce((sum, part) => sum + part[count], 0);
  return {
    ...first,
    created: sumOf('created'),
    changed: sumOf('changed'),
    unchanged: sumOf('unchanged'),
    refused: sumOf('refused'),
    items: parts.flatMap(({ items }, part) =>
      items.map((item) => Object.assign(item, { index: item.index + part * rowsOfRequest })),
    ),
    missing: { held: false, items: [] },
  };
}
