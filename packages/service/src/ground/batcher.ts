// Micro-batching: calls made during a flush go into the next one.
// Under load, batches grow by themselves; a lone call is not delayed. Tenants take turns: each gives one item after the
// other to a batch, and one that has nothing in progress does not wait for the batches of others. A call within a
// transaction is flushed alone, as a part of it.
import { isApart, outsideOfCallers } from './shared-work.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

type Queue<Item, Result> = Set<Waiting<Item, Result>>;

export interface BatcherOptions<Item, Result> {
  /** Answers each item of a batch, in the same order. When it throws, every item of the batch is refused. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whose turn the item takes. */
  readonly tenantOf: (item: Item) => string;
  readonly maxItems: number;
  /** Bounds a batch by what its items weigh together, too; one that is heavier alone goes alone. */
  readonly weight?: { readonly of: (item: Item) => number; readonly atMost: number };
  /** Flushes in progress at once, besides one more of tenants that have no item in these. */
  readonly maxConcurrent: number;
  /** Two items of the same key never share a batch; the later one waits. */
  readonly separate?: (item: Item) => string | undefined;
}

export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { flush, tenantOf, maxItems, maxConcurrent, separate, weight } = options;
  /** They are in the order of their turns. */
  const queues = new Map<string, Queue<Item, Result>>();
  /** How many flushes in progress have items of the tenant. */
  const inProgress = new Map<string, number>();
  let inFlight = 0;
  let scheduled = false;

  /** Takes an item of each tenant in turn, until the batch is full or nothing is left that it may have. */
  function take(mayTake: (tenant: string) => boolean): Waiting<Item, Result>[] {
    const keys = new Set<string>();
    const taken: Waiting<Item, Result>[] = [];
    let room = weight?.atMost ?? 0;
    let turns = [...queues.keys()].filter(mayTake).map((tenant) => ({
      tenant,
      items: queues.get(tenant)?.values() ?? [].values(),
    }));
    while (turns.length > 0) {
      const next: typeof turns = [];
      for (const turn of turns) {
        const waiting = firstWithout(keys, turn.items);
        if (waiting === undefined) continue;
        const weightOfItem = weight?.of(waiting.item) ?? 0;
        const fits = taken.length < maxItems && (weightOfItem <= room || taken.length === 0);
        // It is first in the next batch, so that lighter items do not overtake it for ever.
        if (!fits) return taken;
        room -= weightOfItem;
        taken.push(waiting);
        endTurn(turn.tenant, waiting);
        next.push(turn);
      }
      turns = next;
    }
    return taken;
  }

  /** The first one that may share the batch; its key is taken. */
  function firstWithout(
    keys: Set<string>,
    items: Iterator<Waiting<Item, Result>>,
  ): Waiting<Item, Result> | undefined {
    for (;;) {
      const { value: waiting, done } = items.next();
      if (done === true) return undefined;
      const key = separate?.(waiting.item);
      if (key === undefined) return waiting;
      if (keys.has(key)) continue;
      keys.add(key);
      return waiting;
    }
  }

  function endTurn(tenant: string, waiting: Waiting<Item, Result>): void {
    const queue = queues.get(tenant);
    queue?.delete(waiting);
    queues.delete(tenant);
    if (queue !== undefined && queue.size > 0) queues.set(tenant, queue);
  }

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const tenants = new Set(batch.map(({ item }) => tenantOf(item)));
    count(tenants, 1);
    try {
      const results = await outsideOfCallers(() => flush(batch.map(({ item }) => item)));
      for (const [index, { resolve, reject }] of batch.entries()) {
        if (index < results.length) resolve(results[index] as Result);
        else reject(tooFewResults());
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      count(tenants, -1);
      schedule();
    }
  }

  function count(tenants: ReadonlySet<string>, change: 1 | -1): void {
    inFlight += change;
    for (const tenant of tenants) {
      const flushes = (inProgress.get(tenant) ?? 0) + change;
      if (flushes > 0) inProgress.set(tenant, flushes);
      else inProgress.delete(tenant);
    }
  }

  function schedule(): void {
    if (scheduled || queues.size === 0 || inFlight > maxConcurrent) return;
    scheduled = true;
    // After the present turn of the event loop, so that what arrived in one read of the sockets goes together.
    setImmediate(() => {
      scheduled = false;
      while (startNext());
    });
  }

  function startNext(): boolean {
    if (queues.size === 0 || inFlight > maxConcurrent) return false;
    const isExtra = inFlight === maxConcurrent;
    const batch = take((tenant) => !isExtra || !inProgress.has(tenant));
    if (batch.length > 0) void run(batch);
    return batch.length > 0;
  }

  function add(waiting: Waiting<Item, Result>): void {
    const tenant = tenantOf(waiting.item);
    const queue = queues.get(tenant) ?? new Set();
    queues.set(tenant, queue.add(waiting));
    schedule();
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
          add({ item, resolve, reject });
        });
}

function tooFewResults(): Error {
  return new Error('A batch was answered with too few results.');
}
