// The headers of the answers that a probe got, as far as the rate limiter and the support of Microsoft rely on them.
import { readRetryAfter } from '../retry-after.ts';
import type { RawRequest, RawResponse, Transport } from '../transport.ts';

type Watcher = (request: RawRequest, answer: RawResponse) => void;

/** Hands each answer to those who watch. */
export function watchTransport(transport: Transport) {
  const watchers = new Set<Watcher>();
  const watched: Transport = {
    async send(request) {
      const answer = await transport.send(request);
      for (const watcher of watchers) watcher(request, answer);
      return answer;
    },
    close: () => transport.close(),
  };
  return {
    transport: watched,
    /** @returns ends the watch */
    watch(this: void, watcher: Watcher): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export type Watch = ReturnType<typeof watchTransport>['watch'];

/** From this share on, Microsoft 365 announces that a limit is near. */
const announcedFrom = 0.8;

export interface SeenHeaders {
  answers: number;
  /** Answers without an id for the support of Microsoft, or without the time by which waits count. */
  unidentified: number;
  throttled: number;
  withoutWait: number;
  announced: number;
  /** Headers that the rate limiter would read wrongly. */
  unreadable: number;
  /** The status of the last call that adds people to a team. */
  lastAddition: number | undefined;
}

/** @param root the calls below it count */
export function watchHeaders(watch: Watch, root: string, now: () => number) {
  const seen: SeenHeaders = {
    answers: 0,
    unidentified: 0,
    throttled: 0,
    withoutWait: 0,
    announced: 0,
    unreadable: 0,
    lastAddition: undefined,
  };
  const end = watch(({ url }, { status, headers }) => {
    if (!url.startsWith(root)) return;
    seen.answers += 1;
    if (!headers['request-id'] || !headers['date']) seen.unidentified += 1;
    const retryAfter = headers['retry-after'];
    const isReadable = readRetryAfter(retryAfter, now(), headers['date']) !== undefined;
    if (retryAfter !== undefined && retryAfter !== '0' && !isReadable) seen.unreadable += 1;
    if (status === 429) seen.throttled += 1;
    if (status === 429 && retryAfter === undefined) seen.withoutWait += 1;
    const share = headers['x-ms-throttle-limit-percentage'];
    if (share !== undefined) seen.announced += 1;
    if (share !== undefined && !(Number(share) >= announcedFrom)) seen.unreadable += 1;
    if (url.endsWith('/members/add')) seen.lastAddition = status;
  });
  return { seen, end };
}
