// The calls of one connection that wait for their slot: one creation after the other, in the order in which they came.
//
// Calls of the same kinds and cost are in one queue. If the first of a queue has to wait for what all of them need, a
// round skips the others. Hundreds of calls wait in a backlog: each call that comes, and each slot, would otherwise
// cost a look at all of them.
import type { CallName } from './graph-calls.ts';

export interface Waiter {
  readonly acquisition: Acquisition;
  /** When it has waited for too long. */
  readonly deadline: number;
  readonly grant: (slot: Slot) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
}

interface Place {
  readonly waiter: Waiter;
  readonly queue: Queue;
  readonly order: number;
  before: Place | undefined;
  after: Place | undefined;
}

interface Queue {
  first: Place | undefined;
  last: Place | undefined;
  /** The next to be looked at in this round; undefined: none, so far. */
  next: Place | undefined;
  isSkipped: boolean;
}

export class WaitingCalls {
  /** The keys are creations. Only the first of a line is in a queue. */
  private readonly lines = new Map<string, Waiter[]>();
  private readonly queues = new Map<string, Queue>();
  private readonly places = new Map<Waiter, Place>();
  private readonly byAge = new Set<Waiter>();
  private placed = 0;

  get isEmpty(): boolean {
    return this.byAge.size === 0;
  }

  oldest(): Waiter | undefined {
    return this.byAge.values().next().value;
  }

  /** @returns false if the creation has a call that goes before */
  add(waiter: Waiter): boolean {
    const { teamId } = waiter.acquisition;
    this.byAge.add(waiter);
    const line = this.lines.get(teamId);
    if (line === undefined) this.lines.set(teamId, [waiter]);
    else line.push(waiter);
    if (line !== undefined) return false;
    this.place(waiter);
    return true;
  }

  /** The next call of the creation comes last: the others' slot is first. */
  remove(waiter: Waiter): void {
    const { teamId } = waiter.acquisition;
    this.byAge.delete(waiter);
    const line = this.lines.get(teamId) ?? [];
    const rest = line.filter((other) => other !== waiter);
    if (rest.length === 0) this.lines.delete(teamId);
    else this.lines.set(teamId, rest);
    const place = this.places.get(waiter);
    if (place === undefined) return;
    this.places.delete(waiter);
    unlink(place);
    const [next] = rest;
    if (next !== undefined) this.place(next);
  }

  beginRound(): void {
    for (const [kinds, queue] of this.queues) {
      if (queue.first === undefined) this.queues.delete(kinds);
      queue.next = queue.first;
      queue.isSkipped = false;
    }
  }

  /** The first call that this round has yet to look at, and that is in no queue to be skipped. */
  next(): Waiter | undefined {
    let first: Place | undefined;
    for (const { next, isSkipped } of this.queues.values()) {
      if (isSkipped || next === undefined) continue;
      if (first === undefined || next.order < first.order) first = next;
    }
    if (first !== undefined) first.queue.next = first.after;
    return first?.waiter;
  }

  /** The calls behind it in its queue wait for the same. */
  skipQueueOf(waiter: Waiter): void {
    const queue = this.places.get(waiter)?.queue;
    if (queue !== undefined) queue.isSkipped = true;
  }

  private place(waiter: Waiter): void {
    const { anyOf, calls = 1 } = waiter.acquisition;
    const kinds = `${calls} ${anyOf.join(' ')}`;
    let queue = this.queues.get(kinds);
    if (queue === undefined) {
      queue = { first: undefined, last: undefined, next: undefined, isSkipped: false };
      this.queues.set(kinds, queue);
    }
    this.placed += 1;
    const place: Place = {
      waiter,
      queue,
      order: this.placed,
      before: queue.last,
      after: undefined,
    };
    if (queue.last === undefined) queue.first = place;
    else queue.last.after = place;
    queue.last = place;
    queue.next ??= place;
    this.places.set(waiter, place);
  }
}

function unlink(place: Place): void {
  const { queue, before, after } = place;
  if (before === undefined) queue.first = after;
  else before.after = after;
  if (after === undefined) queue.last = before;
  else after.before = before;
  if (queue.next === place) queue.next = after;
}

// A slot to call Microsoft Graph, and how one asks for it.
export interface Acquisition {
  /** Kinds of call any of which would do; resolves with the first that is free. */
  readonly anyOf: readonly CallName[];
  /** Number of calls of the kind that go together; default 1. */
  readonly calls?: number;
  /** The creation, for fairness. */
  readonly teamId: string;
  /** The directory's group, for the limits on one team. */
  readonly groupId?: string;
  readonly signal: AbortSignal;
}

/** A kind of call may be called now. */
export interface Slot {
  readonly name: CallName;
  /** Told when the call leaves the process, if that is later. */
  sent(): void;
  /** Told when there is an answer, or when none will come. */
  answered(): void;
}
