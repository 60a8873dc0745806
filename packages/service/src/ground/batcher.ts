// Micro-batching: calls made during a flush go into the next one.
// Under load, batches grow by themselves; a lone call is not delayed. A call within a transaction is flushed alone, as a part
// of it.
import { isApart, outsideOfCallers } from './shared-work.ts';
import { currentSpan, type SpanScope, withinSpan } from './trace.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  /** A batch belongs to the first span among those of its items. */
  readonly span: SpanScope | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions<Item, Result> {
  /** Answers each item of a batch, in the same order. When it throws, every item of the batch is refused. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxItems: number;
  /** Bounds a batch by what its items weigh together, too; one that is heavier alone goes alone. */
  readonly weight?: { readonly of: (item: Item) => number; readonly atMost: number };
  /** Flushes in progress at once. */
  readonly maxConcurrent: number;
  /** Two items of the same key never share a batch; the later one waits. */
  readonly separate?: (item: Item) => string | undefined;
}

export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { flush, maxItems, maxConcurrent, separate, weight } = options;
  let queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let scheduled = false;

  function take(): Waiting<Item, Result>[] {
    if (separate === undefined && weight === undefined) {
      if (queue.length <= maxItems) {
        const all = queue;
        queue = [];
        return all;
      }
      return queue.splice(0, maxItems);
    }
    const keys = new Set<string>();
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    let room = weight?.atMost ?? 0;
    for (const waiting of queue) {
      const key = separate?.(waiting.item);
      const weightOfItem = weight?.of(waiting.item) ?? 0;
      const fits = taken.length < maxItems && (weightOfItem <= room || taken.length === 0);
      if (!fits || (key !== undefined && keys.has(key))) {
        // Later items must not overtake it for ever.
        if (!fits) room = 0;
        left.push(waiting);
        continue;
      }
      room -= weightOfItem;
      if (key !== undefined) keys.add(key);
      taken.push(waiting);
    }
    queue = left;
    return taken;
  }

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const span = batch.find((one) => one.span !== undefined)?.span;
      const results = await outsideOfCallers(() =>
        withinSpan(span, () => flush(batch.map(({ item }) => item))),
      );
      for (const [index, { resolve, reject }] of batch.entries()) {
        if (index < results.length) resolve(results[index] as Result);
        else reject(tooFewResults());
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight -= 1;
      schedule();
    }
  }

  function schedule(): void {
    if (scheduled || inFlight >= maxConcurrent || queue.length === 0) return;
    scheduled = true;
    // After the present turn of the event loop, so that what arrived in one read of the sockets goes together.
    setImmediate(() => {
      scheduled = false;
      while (inFlight < maxConcurrent && queue.length > 0) {
        inFlight += 1;
        void run(take());
      }
    });
  }

  async function flushAlone(item: Item): Promise<Result> {
    const results = await flush([item]);
    if (results.length === 0) throw tooFewResults();
    return results[0] as Result;
  }

  return (item) =>
    isApart()
      ? flushAlone(item)
      : new Promise((resolve, reject) => {
          queue.push({ item, span: currentSpan(), resolve, reject });
          schedule();
        });
}

function tooFewResults(): Error {
  return new Error('A batch was answered with too few results.');
}
