// The other processes of the database: they learn of the commits of this one, and this one of theirs. A change that is
// published here reaches the readers of this process at once and those of the others some milliseconds later.
import { type Change, createAnnouncer } from './announcer.ts';
import type { AppendedBatch } from '../../audit/chain-appender.ts';
import type { HeadWatch } from '../../events/head-watch.ts';
import type { LedgerChange } from '../../engine/write-creations.postgres.ts';
import type { OperationChange } from '../../groups/change/write-operations.postgres.ts';
import type { Groups } from '../../groups/wire.ts';
import type { Base } from '../../postgres/base.ts';
import { createAnnouncementChannel } from '../../postgres/announcements.postgres.ts';

/** @param own what this process has; two of them are composed later */
export function composePeers(
  base: Base,
  own: {
    readonly groups: Groups;
    readonly heads: () => HeadWatch;
    /** Wakes the tick of this process. */
    readonly wake: () => void;
  },
) {
  const { database, newId, clock, onError, hasPeers = false } = base;
  const { creationWatch, operationWatch } = own.groups;
  const channel = createAnnouncementChannel(database);
  const announcer = createAnnouncer({
    sender: newId(),
    send: (payloads) => channel.send(payloads),
    timers: clock,
    onError,
  });
  let listening: { close(): Promise<void> } | undefined;

  /** The readers of this process get the change. */
  function pass(change: Change): void {
    switch (change.kind) {
      case 'status':
        creationWatch.notify(change);
        break;
      case 'operation':
        operationWatch.notify(change);
        break;
      case 'sealed':
        own.heads().notify(change.tenantId, change.position);
        break;
      case 'due':
        own.wake();
        break;
      default:
        change satisfies never;
    }
  }

  function publish(change: Change): void {
    pass(change);
    if (hasPeers) announcer.announce(change);
  }

  const groups: Groups = {
    ...own.groups,
    creationWatch: {
      ...creationWatch,
      notify: ({ tenantId, teamId }) => publish({ kind: 'status', tenantId, teamId }),
    },
    operationWatch: {
      ...operationWatch,
      notify: ({ tenantId, operationId }) => publish({ kind: 'operation', tenantId, operationId }),
    },
  };

  return {
    /** Their watches reach the followers in all processes. */
    groups,
    wakeAll: () => publish({ kind: 'due' }),
    /** Creations have new records. One that was accepted may need approval: the tick asks for it. */
    onLedgerChange(this: void, changes: readonly LedgerChange[]) {
      if (changes.some(({ status }) => status === 'accepted')) own.wake();
      for (const change of changes) groups.creationWatch.notify(change);
    },
    onOperationChange(this: void, changes: readonly OperationChange[]) {
      if (changes.some(({ status }) => status === 'awaiting_approval')) own.wake();
      for (const change of changes) groups.operationWatch.notify(change);
    },
    announceHeads(this: void, heads: AppendedBatch['heads']): void {
      if (!hasPeers) return;
      for (const [tenantId, { position }] of heads) {
        announcer.announce({ kind: 'sealed', tenantId, position });
      }
    },
    async start(): Promise<void> {
      if (!hasPeers) return;
      listening = await channel.listen((payload) => {
        for (const change of announcer.read(payload)) pass(change);
      });
    },
    async stop(): Promise<void> {
      await listening?.close();
    },
  };
}
