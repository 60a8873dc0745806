// Notices as a whole: digests are formed by the governance clock and sent by the real one.
import type { Timers } from '../foundation/clock.ts';
import { createPoller } from '../foundation/poller.ts';
import { createFormDigests } from './form-digests.ts';
import { createSendDigests, type SendDeps } from './send-digests.ts';

const firstAfterMs = 5_000;
const errorPauseMs = 5_000;
const tenantsAtOnce = 4;

export type Notices = ReturnType<typeof createNotices>;

export function createNotices(
  deps: SendDeps & {
    readonly timers: Timers;
    readonly onError: (error: unknown) => void;
  },
) {
  const { store, settingsOf, timers, onError } = deps;
  const form = createFormDigests(deps);
  const sending = createSendDigests(deps);
  const isOutbox = (tenantId: string) => settingsOf(tenantId)?.sender === 'outbox';
  let stopping = false;

  async function sendFor(tenantIds: readonly string[]): Promise<number> {
    const left = [...tenantIds];
    let sent = 0;
    const work = async (): Promise<void> => {
      for (let tenantId = left.shift(); tenantId !== undefined; tenantId = left.shift()) {
        try {
          sent += await sending.sendDue(tenantId, () => stopping);
        } catch (error) {
          onError(error);
        }
      }
    };
    await Promise.all(Array.from({ length: tenantsAtOnce }, work));
    return sent;
  }

  /** Outboxes are filled by the tick. */
  async function sendAll(): Promise<void> {
    const tenantIds = await store.tenantsWithDigests();
    await sendFor(tenantIds.filter((tenantId) => !isOutbox(tenantId)));
  }

  const poller = createPoller({
    async run() {
      await sendAll();
    },
    everyMs: Number.POSITIVE_INFINITY,
    firstAfterMs,
    errorPauseMs,
    timers,
    onError,
  });

  return {
    /** In words, for the outbox of a sandbox. */
    compose: sending.compose,
    channel: (tenantId: string) => store.channel(tenantId),

    /** Work of the governance tick. Outboxes are filled in it, so that a clock that is advanced skips no day. */
    work: {
      name: 'digests',
      async runDue(): Promise<number> {
        const formed = await form.formDue();
        const outboxes = (await store.tenantsWithDigests()).filter((id) => isOutbox(id));
        const sent = outboxes.length === 0 ? 0 : await sendFor(outboxes);
        if (formed > 0) poller.wake();
        return formed + sent;
      },
      /** In the past while an outbox is filled, also by another tick: the next date needs to know what was sent. */
      async nextDueAt(tenantId: string): Promise<Date | undefined> {
        // A notice waits first, and is then in a digest that is sent: the later place is looked at last.
        const next = await form.nextDueAt(tenantId);
        return isOutbox(tenantId) && (await store.isSending(tenantId)) ? new Date(0) : next;
      },
    },

    /** Sends what is due now. */
    sendAll,

    /** For a process with the role worker. */
    start(): void {
      stopping = false;
      poller.start();
    },
    /** Something may be due. */
    wake: () => poller.wake(),
    async stop(): Promise<void> {
      stopping = true;
      await poller.stop();
    },
  };
}
