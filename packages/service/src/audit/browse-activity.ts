// Reading the activity log: pages, newest first, and the whole of it for an export.
import { csvLine as csvLineOf, formulaStart } from '../ground/csv.ts';
import type { ChainEntry } from './chain.ts';

export interface ActivityFilter {
  readonly actorKind: string | undefined;
  /** Part of who it was, without regard to case. */
  readonly actor: string | undefined;
  /** An action, or its first part: `api_key` matches all that begin with `api_key.`. */
  readonly action: string | undefined;
  readonly subjectId: string | undefined;
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

export interface ReadActivity extends Omit<ChainEntry, 'tenantId' | 'occurredAt' | 'data'> {
  readonly occurredAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
  /** The display name of the group, if the subject is one; not every entry has it. */
  readonly groupName: string | null;
}

export interface ActivityReader {
  /** Whether the log has an entry about the object, or entries that are in an archive. */
  mayHave(tenantId: string, subjectId: string): Promise<boolean>;
  /** Newest first; those before `beforeId`. Fewer than the limit where they weigh much. */
  read(
    tenantId: string,
    filter: ActivityFilter,
    page: { readonly beforeId: number | undefined; readonly limit: number },
  ): Promise<{ readonly entries: readonly ReadActivity[]; readonly hasMore: boolean }>;
}

const exportBatch = 1_000;

/** Every entry that passes the filter, newest first, a batch at a time, so that memory stays bounded. */
export async function* readAllActivity(
  reader: Pick<ActivityReader, 'read'>,
  tenantId: string,
  filter: ActivityFilter,
): AsyncGenerator<readonly ReadActivity[]> {
  let beforeId: number | undefined;
  for (;;) {
    const page = { beforeId, limit: exportBatch };
    const { entries, hasMore } = await reader.read(tenantId, filter, page);
    if (entries.length > 0) yield entries;
    beforeId = entries.at(-1)?.activityId;
    if (!hasMore) return;
  }
}

export const exportColumns = [
  'activityId',
  'occurredAt',
  'actorKind',
  'actorId',
  'address',
  'requestId',
  'action',
  'subjectKind',
  'subjectId',
  'data',
] as const;

/** The entry as a line of CSV, in the order of the columns. */
export function csvLine(entry: ReadActivity): string {
  return csvLineOf(exportColumns.map((column) => textOf(entry[column])));
}

export function jsonLine(entry: ReadActivity): string {
  const members = exportColumns.map((column) => [column, entry[column]]);
  return `${JSON.stringify(Object.fromEntries(members))}\n`;
}

function textOf(value: ReadActivity[(typeof exportColumns)[number]]): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? plainJson(value) : String(value);
}

/** Stays the same JSON: the character is written as its escape. */
function plainJson(value: object): string {
  const inText = new RegExp(`(?<=;\\s*)${formulaStart}`, 'g');
  return JSON.stringify(value).replaceAll(
    inText,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0'),
  );
}
