// Sends the digests of tenants at least once each, with a Message-ID that stays. One process sends for a tenant at a
// time. A failing channel rests with backoff, and nothing is lost meanwhile.
import { personKey } from '../../directory/person-reference.ts';
import { endAfterReminder } from '../../settings/organisations/lifecycle-dates.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { composeDigest, type DigestNotice } from './digest.ts';
import type { ChannelResult, ClaimedDigest, DigestRecord, DigestStore } from './digest-store.ts';
import { languageFor } from './languages.ts';
import { isQuestion } from './notice.ts';
import { channelDelayMs, messageDelayMs } from './retry-schedule.ts';
import type { NoticeSender, SendOutcome } from './sender.ts';

/** Enough for one claim's messages at a slow server, which are sent some at a time. */
const leaseMs = 240_000;
/** Includes the time for which a rate limiter holds a message back. */
const sendWithinMs = 100_000;
const recordsAtOnce = 20;
/** After this time no more messages are begun, so that every attempt ends within the lease. */
const claimHoldsMs = 120_000;

/** The tasks of notices, by their ids. */
export type TasksOfNotices = ReadonlyMap<
  string,
  {
    /** The keys of the people whom it asks, or asked last. */
    readonly personKeys: ReadonlySet<string>;
    /** It is a time of the governance clock; null: it is open. */
    readonly endedAt: Date | null;
  }
>;

/** The facts about tasks that digests need. */
export interface DigestContext {
  tasksOfNotices(tenantId: string, taskIds: readonly string[]): Promise<TasksOfNotices>;
  /**
   * The address at which a person decides a task.
   * @param shownTo the id of the administrator who reads the message in an outbox
   */
  decisionLink(
    tenantId: string,
    taskId: string,
    personId: string,
    shownTo?: string,
  ): Promise<string>;
}

export interface SendDeps {
  readonly store: DigestStore;
  readonly context: DigestContext;
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
  /** The tenant's governance clock. */
  readonly now: (tenantId: string) => Date;
  readonly tenantName: (tenantId: string) => string;
  /** Undefined: nothing is sent for the tenant. */
  readonly openSender: (tenantId: string) => NoticeSender | undefined;
  /** The page with all groups and tasks of a person. */
  readonly overviewUrl: (tenantId: string) => string;
  readonly monotonicNow: () => number;
  readonly deadline: (milliseconds: number) => AbortSignal;
  readonly random: () => number;
}

export function createSendDigests(deps: SendDeps) {
  const { store, context, openSender, random, monotonicNow } = deps;

  /**
   * The digest as words; undefined when nothing in it is of interest now. Of a digest that was sent, its questions stay
   * after their end, without their links.
   * @param options.sentAt by the governance clock; absent: it is not sent yet
   * @param options.reader of an outbox: the administrator to whom links are shown, or null for a message without links
   */
  async function compose(
    tenantId: string,
    digests: readonly Pick<ClaimedDigest, 'personId' | 'preferredLanguage' | 'notices'>[],
    { sentAt, reader }: { sentAt?: Date | undefined; reader?: string | null } = {},
  ) {
    const settings = deps.settingsOf(tenantId);
    if (settings === undefined) return [];
    const taskIds = digests.flatMap(({ notices }) => notices.flatMap(({ taskId }) => taskId ?? []));
    const tasks = await context.tasksOfNotices(tenantId, [...new Set(taskIds)]);
    return Promise.all(
      digests.map(async ({ personId, preferredLanguage, notices: all }) => {
        // A question that was answered meanwhile is none, and neither is one that others are asked now.
        const isAsked = (taskId: string | null) => {
          const task = tasks.get(taskId ?? '');
          return task?.endedAt === null && task.personKeys.has(personKey(personId));
        };
        const wasAsked = (taskId: string | null) => {
          const endedAt = tasks.get(taskId ?? '')?.endedAt;
          return sentAt !== undefined && (endedAt == null || endedAt > sentAt);
        };
        const notices = all
          .filter(({ kind, taskId }) => !isQuestion(kind) || isAsked(taskId) || wasAsked(taskId))
          .map((notice) => withDate(notice, sentAt ?? deps.now(tenantId), settings));
        const language = languageFor(preferredLanguage, settings.language);
        if (notices.length === 0) return { language, digest: undefined, isNewsOnly: true };
        const links =
          reader === null
            ? new Map<string, string>()
            : await linksOf(
                tenantId,
                personId,
                notices.filter(({ taskId }) => isAsked(taskId)),
                reader,
              );
        const digest = composeDigest({
          language,
          timeZone: settings.timeZone,
          tenantName: deps.tenantName(tenantId),
          contact: settings.contact,
          texts: settings.texts,
          notices,
          linkOf: ({ taskId }) => (taskId === null ? undefined : links.get(taskId)),
          overviewUrl: deps.overviewUrl(tenantId),
        });
        return { language, digest, isNewsOnly: !notices.some(({ kind }) => isQuestion(kind)) };
      }),
    );
  }

  async function linksOf(
    tenantId: string,
    personId: string,
    notices: readonly DigestNotice[],
    shownTo: string | undefined,
  ): Promise<ReadonlyMap<string, string>> {
    const links = new Map<string, string>();
    for (const { taskId } of notices) {
      if (taskId === null || links.has(taskId)) continue;
      links.set(taskId, await context.decisionLink(tenantId, taskId, personId, shownTo));
    }
    return links;
  }

  /** Sends what was claimed. Answers the failure of the channel, if there is one. */
  async function sendClaimed(
    tenantId: string,
    sender: NoticeSender,
    claimed: readonly ClaimedDigest[],
  ): Promise<{ sent: number; failure: Failure | undefined }> {
    const composed = await compose(tenantId, claimed);
    const until = monotonicNow() + claimHoldsMs;
    let failure: Failure | undefined;
    let sent = 0;
    let next = 0;
    let records: DigestRecord[] = [];
    const flush = async () => {
      const written = records;
      records = [];
      if (written.length > 0) await store.record(tenantId, written);
    };
    const work = async (): Promise<void> => {
      for (;;) {
        const index = next;
        const digest = claimed[index];
        if (digest === undefined) return;
        next += 1;
        const words = composed[index];
        // A message that is not attempted any more is due again at once.
        if (failure !== undefined || monotonicNow() >= until || words === undefined) {
          records.push(untouched(digest));
          continue;
        }
        const outcome = await attempt(sender, digest, words, deps.deadline(sendWithinMs));
        if (outcome?.kind === 'channel_failed' || outcome?.kind === 'throttled')
          failure ??= outcome;
        if (outcome?.kind === 'sent') sent += 1;
        records.push(recordOf(digest, outcome, words.language, random()));
        if (records.length >= recordsAtOnce) await flush();
      }
    };
    await Promise.all(Array.from({ length: sender.atOnce }, work));
    await flush();
    return { sent, failure };
  }

  return {
    compose,

    /** Answers how many digests were sent. */
    async sendDue(tenantId: string, isStopping: () => boolean = () => false): Promise<number> {
      const sender = openSender(tenantId);
      if (sender === undefined) return 0;
      try {
        const claims = await store.claimChannel(tenantId, leaseMs);
        if (claims === undefined) return 0;
        const channel = { tenantId, claims };
        const { failures } = await store.channel(tenantId);
        let sent = 0;
        let result: ChannelResult = { kind: 'unused' };
        try {
          while (!isStopping() && !('pauseMs' in result)) {
            const claimed = await store.claim(channel, sender.perClaim, leaseMs);
            if (claimed.length === 0) break;
            const round = await sendClaimed(tenantId, sender, claimed);
            sent += round.sent;
            if (round.sent > 0) result = { kind: 'works' };
            if (round.failure !== undefined) {
              result = resultOf(round.failure, failures, random());
            }
          }
        } finally {
          await store.release(channel, result);
        }
        return sent;
      } finally {
        sender.close();
      }
    },
  };
}

/** The policy waits if a reminder is sent late, so the message names the later date. */
function withDate(notice: DigestNotice, sentAt: Date, settings: NoticeSettings): DigestNotice {
  const { kind, data } = notice;
  if ((kind !== 'renew' && kind !== 'review') || data.dueAt === undefined) return notice;
  const dueAt = endAfterReminder(new Date(data.dueAt), sentAt, settings).toISOString();
  return { ...notice, data: { ...data, dueAt } };
}

type Failure = Extract<SendOutcome, { kind: 'channel_failed' | 'throttled' }>;

function resultOf(failure: Failure, failuresBefore: number, random: number): ChannelResult {
  if (failure.kind === 'throttled') {
    return { kind: 'throttled', pauseMs: failure.retryAfterMs };
  }
  const pauseMs = channelDelayMs(failuresBefore + 1, failure.retryAfterMs, random);
  return { kind: 'failed', detail: failure.detail, pauseMs };
}

type Words = Awaited<ReturnType<ReturnType<typeof createSendDigests>['compose']>>[number];

/** Undefined: there is nothing left to say. */
async function attempt(
  sender: NoticeSender,
  { messageId, email }: ClaimedDigest,
  { digest, isNewsOnly }: Words,
  signal: AbortSignal,
): Promise<SendOutcome | undefined> {
  if (digest === undefined) return undefined;
  const message = { messageId, to: email, digest, isNewsOnly };
  return sender.send(message, signal);
}

function untouched({ messageId, claims }: ClaimedDigest): DigestRecord {
  return {
    messageId,
    claims,
    state: 'pending',
    isUnclear: false,
    isAttempt: false,
    language: '',
    detail: null,
    retryInMs: 0,
  };
}

function recordOf(
  digest: ClaimedDigest,
  outcome: SendOutcome | undefined,
  language: string,
  random: number,
): DigestRecord {
  const base = { ...untouched(digest), language, isAttempt: outcome !== undefined };
  switch (outcome?.kind) {
    case undefined:
      return { ...base, state: 'dropped' };
    case 'sent':
      return { ...base, state: 'sent' };
    case 'refused':
      return { ...base, state: 'refused', detail: outcome.detail };
    case 'deferred': {
      const retryInMs = messageDelayMs(digest.attempts + 1, random);
      const { detail, isUnclear } = outcome;
      return retryInMs === undefined
        ? { ...base, state: 'failed', detail }
        : { ...base, detail, isUnclear, retryInMs };
    }
    case 'throttled':
      return { ...base, isAttempt: false };
    case 'channel_failed':
      // The channel rests; the message itself is due again as soon as that ends.
      return { ...base, isAttempt: false, detail: outcome.detail, isUnclear: outcome.isUnclear };
    default:
      throw new TypeError(`Unknown outcome: ${String(outcome satisfies never)}`);
  }
}
