// The calls that may be in the directory's sliding window of one limit. A call counts from its arrival, which nobody
// tells: it is after the call was sent, and before its answer. So a call is taken to arrive with its answer.
//
// Where answers take long, this would cost too much of the limit. Each call may therefore use a
// delay of 3 percent of the window. Calls that are answered sooner leave the rest to one that was held up on its way.
// While the directory refuses calls for which there was room, each may use more.
import type { Limit } from './graph-calls.ts';

/** The delay that each call may use, as a share of the window. */
const delayShare = 0.03;
/** The longest delay of a call that was held up. */
const maxDelayShare = 0.5;
/** The most that is left to such calls: so much for each call of the limit. */
const maxLeftMs = 50;
/** A refused call adds this to the delay of each call. */
const delaySharePerRefusal = 0.02;
const maxDelayShareForRefusals = 0.05;
/** A refusal is forgotten after this time, or sooner the smaller it is. */
const refusalForgottenMs = 300_000;
/** Refusals within this time have one cause. */
const oneRefusalMs = 1_000;
/** Calls that are sent within this share of the window are kept as one. */
const slice = 1 / 512;

/** A call, or a batch, that has its slot. */
export interface SentCall {
  /** It leaves only now. */
  sent(now: number): void;
  /** It has arrived: its answer is there, or none will come. */
  answered(now: number): void;
}

/** Calls that were sent at about the same time. */
interface Sent {
  readonly since: number;
  /** When the last of them was sent. */
  at: number;
  cost: number;
  unanswered: number;
  /** The last of them arrived this much later at most; undefined until all are answered. */
  delayMs: number | undefined;
  next: Sent | undefined;
}

export class SentCalls {
  private readonly limit: Limit;
  private oldest: Sent | undefined;
  private newest: Sent | undefined;
  private cost = 0;
  /** The delays that are left to calls that were held up: costs times milliseconds. */
  private left: number;
  private refusedAt = Number.NEGATIVE_INFINITY;
  /** The share of the window that refusals add to the delay of each call. */
  private shareForRefusals = 0;
  private forgottenAt = 0;

  constructor(limit: Limit) {
    this.limit = limit;
    this.left = maxLeftMs * limit.calls;
  }

  /** When the window certainly has room for the cost. A cost beyond the limit needs all of the window. */
  roomAt(cost: number): number {
    let beyond = this.cost + Math.min(cost, this.limit.calls) - this.limit.calls;
    let at = Number.NEGATIVE_INFINITY;
    for (let one = this.oldest; one !== undefined && beyond > 0; one = one.next) {
      at = Math.max(at, this.leavesAt(one));
      beyond -= one.cost;
    }
    return at;
  }

  add(now: number, cost: number): SentCall {
    this.forget(now);
    const { newest } = this;
    this.cost += cost;
    if (newest !== undefined && now - newest.since < slice * this.limit.perMs) {
      newest.at = Math.max(newest.at, now);
      newest.cost += cost;
      newest.unanswered += 1;
      newest.delayMs = undefined;
      return this.callOf(newest);
    }
    const sent = { since: now, at: now, cost, unanswered: 1, delayMs: undefined, next: undefined };
    if (newest === undefined) this.oldest = sent;
    else newest.next = sent;
    this.newest = sent;
    return this.callOf(sent);
  }

  /** The share of the limit that these calls use at most. */
  used(now: number): number {
    this.forget(now);
    return this.cost / this.limit.calls;
  }

  /** The directory refused a call for which there was room: calls arrive later than was thought. */
  refused(now: number): void {
    if (now - this.refusedAt < oneRefusalMs) return;
    this.forgetRefusals(now);
    const share = this.shareForRefusals + delaySharePerRefusal;
    this.shareForRefusals = Math.min(maxDelayShareForRefusals, share);
    this.refusedAt = now;
  }

  private callOf(sent: Sent): SentCall {
    return {
      sent(now) {
        sent.at = Math.max(sent.at, now);
      },
      answered: (now) => {
        sent.unanswered -= 1;
        if (sent.unanswered === 0 && sent.delayMs === undefined) this.settle(sent, now);
      },
    };
  }

  /** The calls have arrived by now, or so much later than they were sent as their delay may be. */
  private settle(sent: Sent, now: number): void {
    this.forgetRefusals(now);
    const delayMs = Math.min(Math.max(0, now - sent.at), this.maxDelayMs(sent));
    const left = this.left + sent.cost * (this.delayEachMs() - delayMs);
    this.left = Math.min(maxLeftMs * this.limit.calls, left);
    sent.delayMs = delayMs;
  }

  private forgetRefusals(now: number): void {
    const forgotten = (delaySharePerRefusal * (now - this.forgottenAt)) / refusalForgottenMs;
    this.shareForRefusals = Math.max(0, this.shareForRefusals - Math.max(0, forgotten));
    this.forgottenAt = now;
  }

  private delayEachMs(): number {
    return (delayShare + this.shareForRefusals) * this.limit.perMs;
  }

  private maxDelayMs({ cost }: Sent): number {
    return Math.min(maxDelayShare * this.limit.perMs, this.delayEachMs() + this.left / cost);
  }

  private leavesAt(sent: Sent): number {
    return sent.at + (sent.delayMs ?? this.maxDelayMs(sent)) + this.limit.perMs;
  }

  /** Drops the calls that have left the window. */
  private forget(now: number): void {
    for (let one = this.oldest; one !== undefined && this.leavesAt(one) <= now; one = one.next) {
      if (one.delayMs === undefined) this.settle(one, now);
      this.cost -= one.cost;
      this.oldest = one.next;
    }
    if (this.oldest === undefined) this.newest = undefined;
  }
}
