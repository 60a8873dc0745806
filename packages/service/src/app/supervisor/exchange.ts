// Passes on between the processes: their counts of shared limits, and their metrics to the one that is asked for them.
import type { Timers } from '../../ground/clock.ts';
import { AggregatorRegistry } from 'prom-client';
import type { MetricsOfProcess } from '../../http/metrics.ts';
import type { ToProcess, ToSupervisor } from './messages.ts';

export type ExchangeMessage = Extract<ToSupervisor, { kind: 'counts' | 'gather' | 'collected' }>;

/** A process that runs. */
export interface Member {
  readonly name: string;
  send(message: ToProcess): void;
}

export interface Exchange {
  receive(from: string, message: ExchangeMessage): void;
  /** The process has ended: its counters are kept, so that sums do not fall. */
  forget(name: string): Promise<void>;
}

/** A process that does not answer in this time counts with its previous answer: a sum that falls looks like a restart. */
const collectWithinMs = 1_000;

interface Gathering {
  readonly asker: string;
  readonly id: number;
  readonly missing: Set<string>;
  readonly answered: MetricsOfProcess[];
  readonly cancel: () => void;
}

/** @param deps.ownMetrics those of the supervisor */
export function createExchange(deps: {
  readonly members: () => readonly Member[];
  readonly ownMetrics: () => MetricsOfProcess;
  readonly timers: Timers;
}): Exchange {
  const { members, ownMetrics, timers } = deps;
  const latest = new Map<string, MetricsOfProcess>();
  let ofEnded: MetricsOfProcess = [];
  const gatherings = new Map<number, Gathering>();
  let lastId = 0;

  const others = (name: string) => members().filter((member) => member.name !== name);

  function gather(asker: string, id: number): void {
    const asked = others(asker);
    const ourId = ++lastId;
    gatherings.set(ourId, {
      asker,
      id,
      missing: new Set(asked.map(({ name }) => name)),
      answered: [],
      cancel: timers.after(collectWithinMs, () => finish(ourId)),
    });
    for (const member of asked) member.send({ kind: 'collect', id: ourId });
    finishIfComplete(ourId);
  }

  function finishIfComplete(ourId: number): void {
    if (gatherings.get(ourId)?.missing.size === 0) finish(ourId);
  }

  function finish(ourId: number): void {
    const gathering = gatherings.get(ourId);
    if (gathering === undefined) return;
    gatherings.delete(ourId);
    gathering.cancel();
    const { asker, id, missing, answered } = gathering;
    const previous = [...missing].map((name) => latest.get(name) ?? []);
    const metrics = [...answered, ...previous, ofEnded, ownMetrics()];
    members()
      .find(({ name }) => name === asker)
      ?.send({ kind: 'gathered', id, metrics });
  }

  return {
    receive(from, message) {
      switch (message.kind) {
        case 'counts':
          for (const member of others(from)) {
            member.send({ kind: 'counts', from, counts: message.counts });
          }
          break;
        case 'gather':
          latest.set(from, message.metrics);
          gather(from, message.id);
          break;
        case 'collected': {
          latest.set(from, message.metrics);
          const gathering = gatherings.get(message.id);
          if (gathering?.missing.delete(from)) gathering.answered.push(message.metrics);
          finishIfComplete(message.id);
          break;
        }
        default:
          message satisfies never;
      }
    },
    async forget(name) {
      for (const member of others(name)) member.send({ kind: 'ended', from: name });
      for (const [ourId, { missing }] of gatherings) {
        missing.delete(name);
        finishIfComplete(ourId);
      }
      const last = latest.get(name);
      if (last === undefined) return;
      latest.delete(name);
      const sum = AggregatorRegistry.aggregate([[...ofEnded], last.filter(isCounter)]);
      ofEnded = await sum.getMetricsAsJSON();
    },
  };
}

function isCounter({ type }: { readonly type: unknown }): boolean {
  return type === 'counter' || type === 'histogram';
}
