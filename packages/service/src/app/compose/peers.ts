// The other processes of the database: they learn of the commits of this one, and this one of theirs. Each `notify` here
// reaches the readers of this process at once and those of the others some milliseconds later.
import { type Change, createAnnouncer } from '../../ground/announcer.ts';
import type { AppendedBatch } from '../../audit/chain-appender.ts';
import type { HeadWatch } from '../../events/head-watch.ts';
import { createAnnouncementChannel } from '../../postgres/announcements.postgres.ts';
import type { StatusWatch } from '../../groups/read/watch-status.ts';
import type { Base } from './base.ts';
import type { OperationParts } from './operations.ts';

export type Peers = ReturnType<typeof composePeers>;

/** @param own what this process has; two of them are composed later */
export function composePeers(
  base: Base,
  own: {
    readonly statuses: StatusWatch;
    readonly operations: OperationParts;
    readonly heads: () => HeadWatch;
    readonly due: () => void;
  },
) {
  const { database, newId, clock, onError, hasPeers = false } = base;
  const channel = createAnnouncementChannel(database);
  const announcer = createAnnouncer({
    sender: newId(),
    send: (payloads) => channel.send(payloads),
    timers: clock,
    onError,
  });
  let listening: { close(): Promise<void> } | undefined;

  /** For the readers of this process. */
  function pass(change: Change): void {
    switch (change.kind) {
      case 'status':
        own.statuses.notify(change);
        break;
      case 'operation':
        own.operations.watch.notify(change);
        break;
      case 'sealed':
        own.heads().notify(change.tenantId, change.position);
        break;
      case 'due':
        own.due();
        break;
      default:
        change satisfies never;
    }
  }

  function publish(change: Change): void {
    pass(change);
    if (hasPeers) announcer.announce(change);
  }

  return {
    watch: {
      ...own.statuses,
      notify: ({ tenantId, teamId }) => publish({ kind: 'status', tenantId, teamId }),
    } satisfies StatusWatch,
    operations: {
      ...own.operations,
      watch: {
        ...own.operations.watch,
        notify: ({ tenantId, operationId }) =>
          publish({ kind: 'operation', tenantId, operationId }),
      },
    } satisfies OperationParts,
    wakeGovernance: () => publish({ kind: 'due' }),
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
