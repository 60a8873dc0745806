// Follows a creation or an operation to its end: by the event stream, which resumes where it broke off, and by asking
// again and again where streams do not get through. Each change is handed over once.
import { ConnectionError, GroupwrightError, StillWaitingError } from './errors.ts';
import { chunksOf, readEvents } from './event-stream.ts';
import { parseRetryAfterMs, retryDelayMs, defaultRetryPolicy } from './retry.ts';
import { isOfType, isPassing, retryAfterOf, type Transport } from './transport.ts';
import { readOptions, type CallOptions, type WaitOptions } from './options.ts';
import { either, type Deps } from './dependencies.ts';

/** An unknown status is not final. */
export function isFinal(status: { readonly status: string }): boolean {
  return /^(?:succeeded|failed|cancelled)$/.test(status.status);
}

/** A stream without any data for this time counts as broken. */
const maxSilenceMs = 60_000;
/** After this number of streams in a row without an event, the client asks instead. */
const maxFruitlessStreams = 2;
/** Maximum time for which the service may be unreachable while a status is followed. */
const maxWaitMs = 5 * 60_000;
const defaultPollMs = 2000;

/** @param path of the status, which the service answers as one object or as a stream of its changes */
export async function* followStatus<Status extends { readonly status: string }>(
  transport: Transport,
  deps: Deps,
  path: string,
  options: CallOptions = {},
): AsyncGenerator<Status, Status> {
  const { signal } = readOptions(options);
  let lastSeen = '';
  let lastEventId: string | undefined;
  let fruitlessStreams = 0;
  let sitOut = createPatience(deps, signal);

  const isNews = (text: string): boolean => {
    const changed = text !== lastSeen;
    lastSeen = text;
    return changed;
  };

  while (fruitlessStreams < maxFruitlessStreams) {
    let gotEvent = false;
    try {
      for await (const event of streamOnce(transport, deps, path, lastEventId, options)) {
        gotEvent = true;
        sitOut = createPatience(deps, signal);
        lastEventId = event.id ?? lastEventId;
        if (isNews(event.data)) {
          const status = JSON.parse(event.data) as Status;
          yield status;
          if (isFinal(status)) return status;
        }
      }
    } catch (error) {
      await sitOut(error);
    }
    fruitlessStreams = gotEvent ? 0 : fruitlessStreams + 1;
  }

  for (;;) {
    let waitMs = 0;
    try {
      const { body, response } = await transport.call<Status>({ method: 'GET', path, options });
      sitOut = createPatience(deps, signal);
      if (isNews(JSON.stringify(body))) yield body;
      if (isFinal(body)) return body;
      waitMs = parseRetryAfterMs(response, deps.now()) ?? defaultPollMs;
    } catch (error) {
      await sitOut(error);
    }
    await deps.sleep(waitMs, signal);
  }
}

/**
 * Sits out an absence of the service that begins with its first error; throws an error that is none, or that comes after
 * five minutes. After each answer of the service, make another one.
 */
export function createPatience(
  deps: Deps,
  signal: AbortSignal | undefined,
): (error: unknown) => Promise<void> {
  let awaySinceMs: number | undefined;
  let failures = 0;
  return async (error) => {
    awaySinceMs ??= deps.now();
    failures += 1;
    if (!isPassing(error) || deps.now() - awaySinceMs > maxWaitMs) throw error;
    await deps.sleep(
      retryDelayMs(defaultRetryPolicy, failures, retryAfterOf(error), deps.random()),
      signal,
    );
  };
}

/** The last of the changes; throws `failureOf` it unless it succeeded. */
export async function successOf<Status extends { readonly status: string }>(
  changes: AsyncIterable<Status>,
  onProgress: WaitOptions<Status>['onProgress'],
  failureOf: (status: Status) => Error,
): Promise<Status> {
  let last: Status | undefined;
  for await (const status of changes) {
    last = status;
    onProgress?.(status);
  }
  if (last === undefined) throw new GroupwrightError('The service sent no status.');
  if (last.status !== 'succeeded') throw failureOf(last);
  return last;
}

const followedAtOnce = 8;

/** The final status of each, in their order, a few at a time. An error of one ends all. */
export async function lastOfAll<Item, Status>(
  items: readonly Item[],
  follow: (item: Item, options: CallOptions) => AsyncIterable<Status>,
  { onProgress, ...options }: WaitOptions<Status>,
): Promise<Status[]> {
  const { signal } = options;
  const end = new AbortController();
  const last: Status[] = [];
  const rest = items.entries();
  async function followSome(): Promise<void> {
    for (const [index, item] of rest) {
      for await (const status of follow(item, { ...options, signal: either(signal, end.signal) })) {
        last[index] = status;
        onProgress?.(status);
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: followedAtOnce }, followSome));
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    throw new StillWaitingError(
      last.filter((status) => status !== undefined),
      items.length,
      error,
    );
  } finally {
    end.abort();
  }
  return last;
}

interface StatusEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** One stream, from its opening to its end. */
async function* streamOnce(
  transport: Transport,
  deps: Deps,
  path: string,
  lastEventId: string | undefined,
  options: CallOptions,
): AsyncGenerator<StatusEvent> {
  const { signal } = options;
  const silence = new AbortController();
  const ended = either(signal, silence.signal);
  const watch = watchSilence(deps, silence);
  try {
    const response = await transport.open({
      method: 'GET',
      path,
      headers: { accept: 'text/event-stream', 'last-event-id': lastEventId },
      options: { ...options, signal: ended },
    });
    if (!isOfType(response, /^text\/event-stream\b/i) || response.body === null) {
      await response.body?.cancel();
      return;
    }
    watch.heard();
    try {
      for await (const event of readEvents(chunksOf(response.body, ended))) {
        watch.heard();
        if (event !== undefined) yield event;
      }
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ConnectionError('The event stream was interrupted.', { cause });
    }
  } catch (error) {
    if (signal?.aborted !== true && silence.signal.aborted) {
      throw new ConnectionError('The event stream was silent.', { cause: error });
    }
    throw error;
  } finally {
    watch.stop();
  }
}

function watchSilence(deps: Deps, silence: AbortController): { heard(): void; stop(): void } {
  let waiting: AbortController | undefined;
  const stop = (): void => waiting?.abort();
  const heard = (): void => {
    stop();
    const mine = new AbortController();
    waiting = mine;
    deps.sleep(maxSilenceMs, mine.signal).then(
      () => silence.abort(),
      () => undefined,
    );
  };
  heard();
  return { heard, stop };
}
