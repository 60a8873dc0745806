// Answers that are held open, such as event streams and waits: each ends within a second of the moment at which
// its holder loses the right to it.
import type { FastifyRequest, FastifyReply } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { noLimit } from '../ground/group-limit.ts';
import { DomainError } from '../ground/errors.ts';
import { admitAgain, bearerToken, type VerifyAccessToken } from './authenticate.ts';
import type { BeginWork } from '../ground/turns.ts';

/** With the time that a change elsewhere takes to be seen here, it is below a second. */
const defaultCheckEveryMs = 250;

/** The holder of an answer: an access token or a session. */
export interface Subscriber {
  /** Identifies the holder: however many answers one holds, it is checked once. */
  readonly id: string;
  /** Whether it may see what it sees still; rejects when that cannot be said, which ends its answers, too. */
  isStillAuthorized(): Promise<boolean>;
}

export interface OpenResponses {
  /** Calls `end` when the holder loses its right. Returns what ends the holding. */
  subscribe(subscriber: Subscriber, end: () => void): () => void;
  /** How many are held open. */
  count(): number;
}

export function createOpenResponses(checkEveryMs = defaultCheckEveryMs): OpenResponses {
  const held = new Set<{ readonly subscriber: Subscriber; readonly end: () => void }>();
  let checkTimer: NodeJS.Timeout | undefined;
  let checking = false;

  async function checkSubscribers(): Promise<void> {
    if (checking) return;
    checking = true;
    const subscribers = new Map([...held].map(({ subscriber }) => [subscriber.id, subscriber]));
    await Promise.all(
      [...subscribers.values()].map(async (subscriber) => {
        if (await subscriber.isStillAuthorized().catch(() => false)) return;
        for (const answer of held) if (answer.subscriber.id === subscriber.id) answer.end();
      }),
    );
    checking = false;
  }

  return {
    subscribe(subscriber, end) {
      const answer = { subscriber, end };
      held.add(answer);
      checkTimer ??= setInterval(() => void checkSubscribers(), checkEveryMs).unref();
      return () => {
        held.delete(answer);
        if (held.size > 0) return;
        clearInterval(checkTimer);
        checkTimer = undefined;
      };
    },
    count: () => held.size,
  };
}

export interface Subscribers extends OpenResponses {
  subscriberOf(request: FastifyRequest): Subscriber;
  /**
   * Does work that may take long for the sender of a request; the signal ends it when the token or the session ends.
   * @throws DomainError `invalid_token` or `not_signed_in` when it was ended so, or `unavailable`
   */
  whileAdmitted<T>(request: FastifyRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** @param answers those of the whole process, so that a token is asked about once */
export function createSubscribers(
  answers: OpenResponses,
  verifyAccessToken: VerifyAccessToken,
): Subscribers {
  const subscriberOf = (request: FastifyRequest): Subscriber =>
    request.subscriber ?? {
      id: holderId(request),
      isStillAuthorized: () => admitAgain(request, verifyAccessToken).then(() => true),
    };
  return {
    subscribe: (subscriber, end) => answers.subscribe(subscriber, end),
    count: () => answers.count(),
    subscriberOf,
    async whileAdmitted(request, work) {
      const ended = new AbortController();
      const subscriber = subscriberOf(request);
      const release = answers.subscribe(subscriber, () => ended.abort());
      try {
        return await work(ended.signal);
      } finally {
        release();
        // Regardless of the result of the work, the reason is the end of access.
        if (ended.signal.aborted) await requireAuthorized(subscriber);
      }
    },
  };
}

async function requireAuthorized(subscriber: Subscriber): Promise<void> {
  if (await subscriber.isStillAuthorized()) return;
  throw new DomainError('not_signed_in', 'Your session ended during the request.');
}

/** The token, with what it was admitted for and from where. */
function holderId(request: FastifyRequest): string {
  const { scope } = request.routeOptions.config;
  const { organisationIds, templateIds } = request.caller?.within ?? noLimit;
  return [
    scope,
    organisationIds,
    templateIds,
    request.clientAddress,
    bearerToken(request.headers.authorization),
  ].join(' ');
}

export function createOpenResponseMetrics({
  registry,
  count,
}: {
  registry: Registry;
  count: () => number;
}): void {
  const open: Gauge = new Gauge({
    name: 'groupwright_open_responses',
    help: 'Event streams, waits and other answers that callers of the API hold open.',
    registers: [registry],
    collect: () => open.set(count()),
  });
}

type WhileAuthorized = <Batch>(
  batches: AsyncIterable<Batch>,
  holder: Subscriber,
  reply: FastifyReply,
) => AsyncGenerator<Batch>;

/**
 * A download may take minutes; it breaks off when the session ends meanwhile. One that nobody reads asks for no further
 * batch, but counts among those of the tenant: it ends too.
 */
export function createWhileAuthorized(beginWork: BeginWork): WhileAuthorized {
  const openResponses = createOpenResponses();
  return async function* whileAuthorized(batches, holder, { raw }) {
    // A caller that has already hung up sends no `close`.
    if (raw.destroyed) return;
    const release = openResponses.subscribe(holder, () => raw.destroy());
    raw.once('close', release);
    const rest = beginWork();
    for await (const batch of batches) {
      if (!(await holder.isStillAuthorized())) {
        throw new Error('The session ended during an export.');
      }
      await rest();
      yield batch;
    }
  };
}
