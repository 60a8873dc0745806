// Notices as a whole: digests are formed by the governance clock and sent by the real one.
import type { Timers } from '../../ground/clock.ts';
import { createPoller } from '../../ground/poller.ts';
import { createFormDigests } from './form-digests.ts';
import { createSendDigests, type SendDeps } from './send-digests.ts';

const firstAfterMs = 5_000;
const errorPauseMs = 5_000;
const tenantsAtOnce = 4;
/** A tenant whose mail server takes longer continues beside those whose turn it is. */
const turnMs = 5_000;

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
  const underWay = new Set<Promise<number>>();
  let stopping = false;

  /** Answers how many digests were sent, as far as that is known at the end of the turn. */
  async function takeTurn(tenantId: string): Promise<number> {
    const turn = Promise.withResolvers<number>();
    const cancel = timers.after(turnMs, () => turn.resolve(0));
    const sent = sending
      .sendDue(tenantId, () => stopping)
      .catch((error: unknown) => {
        onError(error);
        return 0;
      });
    underWay.add(sent);
    void sent.then(() => {
      cancel();
      underWay.delete(sent);
    });
    return await Promise.race([sent, turn.promise]);
  }

  async function sendFor(tenantIds: readonly string[]): Promise<number> {
    const left = [...tenantIds];
    let sent = 0;
    const work = async (): Promise<void> => {
      for (let tenantId = left.shift(); tenantId !== undefined; tenantId = left.shift()) {
        sent += await takeTurn(tenantId);
      }
    };
    await Promise.all(Array.from({ length: tenantsAtOnce }, work));
    return sent;
  }

  /** Resolves when each tenant has had its turn. Outboxes are filled by the tick. */
  async function sendInTurns(): Promise<void> {
    const tenantIds = await store.tenantsWithDigests();
    await sendFor(tenantIds.filter((tenantId) => !isOutbox(tenantId)));
  }

  const poller = createPoller({
    async run() {
      await sendInTurns();
    },
    everyMs: Number.POSITIVE_INFINITY,
    firstAfterMs,
    errorPauseMs,
    timers,
    onError,
  });

  return {
    /** The outbox of a sandbox shows the text. */
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
      /** The date is past while an outbox is filled, also by another tick: the next date needs to know what was sent. */
      async nextDueAt(tenantId: string): Promise<Date | undefined> {
        // A notice waits first, and is then in a digest that is sent: the later place is looked at last.
        const next = await form.nextDueAt(tenantId);
        return isOutbox(tenantId) && (await store.isSending(tenantId)) ? new Date(0) : next;
      },
    },

    /** Sends what is due now, however long it takes. */
    async sendAll(): Promise<void> {
      await sendInTurns();
      await Promise.all(underWay);
    },

    /** Only a process with the role worker calls it. */
    start(): void {
      stopping = false;
      poller.start();
    },
    /** Something may be due. */
    wake: () => poller.wake(),
    async stop(): Promise<void> {
      stopping = true;
      await poller.stop();
      await Promise.all(underWay);
    },
  };
}
