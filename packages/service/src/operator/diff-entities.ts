// Compares the entries of a file with what exists, for entities of one kind that a key identifies.
import type { Actor } from '../audit/activity.ts';
import type { PendingChange } from './pending-change.ts';

export interface Scope {
  readonly tenantId: string;
  readonly actor: Actor;
  /** Deletes what the file does not name. */
  readonly prune: boolean;
  /** Collects what the file does not name and what is kept. */
  readonly unmanaged: string[];
}

type Work = Pick<PendingChange, 'members' | 'execute'>;

interface Kind<Entry, Present> {
  /** An example is "template energy/project". */
  readonly nameOf: (one: Entry | Present) => string;
  readonly find: (entry: Entry) => Present | undefined;
  readonly create: (entry: Entry) => Work;
  /** Without members, there is nothing to change. */
  readonly change: (found: Present, entry: Entry) => Work;
  readonly remove: (found: Present) => PendingChange['execute'];
  /** Deletions that must precede the removal. */
  readonly removeFirst?: (found: Present) => readonly PendingChange[];
}

export function diffEntities<Entry, Present>(
  entries: readonly Entry[],
  present: readonly Present[],
  kind: Kind<Entry, Present>,
  { prune, unmanaged }: Scope,
): { readonly changes: PendingChange[]; readonly removals: PendingChange[] } {
  const kept = new Set<Present>();
  const changes = entries.flatMap((entry): PendingChange[] => {
    const what = kind.nameOf(entry);
    const found = kind.find(entry);
    if (found === undefined) return [{ kind: 'create', what, ...kind.create(entry) }];
    kept.add(found);
    const work = kind.change(found, entry);
    return work.members.length === 0 ? [] : [{ kind: 'change', what, ...work }];
  });
  const gone = present.filter((one) => !kept.has(one));
  if (!prune) unmanaged.push(...gone.map(kind.nameOf));
  const removals = (prune ? gone : []).flatMap((one) =>
    (kind.removeFirst?.(one) ?? []).concat(deletion(one, kind)),
  );
  return { changes, removals };
}

export function deletion<Present>(
  found: Present,
  kind: Pick<Kind<never, Present>, 'nameOf' | 'remove'>,
): PendingChange {
  return { kind: 'delete', what: kind.nameOf(found), members: [], execute: kind.remove(found) };
}
