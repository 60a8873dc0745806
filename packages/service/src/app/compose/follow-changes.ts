// The followers and the feed of events learn of new records of creations and operations.
import type { OperationChange } from '../../groups/change/write-operations.postgres.ts';
import type { LedgerChange } from '../../engine/write-creations.postgres.ts';
import type { EventParts } from './events.ts';
import type { Peers } from './peers.ts';

export function followChanges(parts: {
  readonly watch: Peers['watch'];
  readonly operations: Peers['operations'];
  readonly events: Pick<EventParts, 'notify'>;
  /** Wakes the tick, which asks for approvals. */
  readonly wake: () => void;
}) {
  const { watch, operations, events, wake } = parts;
  return {
    onLedgerChange(changes: readonly LedgerChange[]) {
      if (changes.some(({ status }) => status === 'accepted')) wake();
      for (const change of changes) watch.notify(change);
      events.notify();
    },
    onOperationChange(changes: readonly OperationChange[]) {
      if (changes.some(({ status }) => status === 'awaiting_approval')) wake();
      for (const change of changes) operations.watch.notify(change);
      events.notify();
    },
  };
}
