// Reports the commits of this process to the others: at once, and under load some dozens of times a second with
// everything that happened meanwhile. An announcement may be lost, so every recipient also polls.
import type { Timers } from '../../ground/clock.ts';

export type Change =
  | { readonly kind: 'status'; readonly tenantId: string; readonly teamId: string }
  | { readonly kind: 'operation'; readonly tenantId: string; readonly operationId: string }
  /** The tenant's chain ends at this position now. */
  | { readonly kind: 'sealed'; readonly tenantId: string; readonly position: number }
  /** Something may be due by the governance clock. */
  | { readonly kind: 'due' };

export interface Announcer {
  announce(change: Change): void;
  /** The changes in an announcement; none in this process's own, or in one of another release. */
  read(payload: string): readonly Change[];
}

/** So that the changes of one commit go together. */
const collectMs = 1;
const restMs = 15;
/** PostgreSQL takes 8,000 bytes. */
const maxPayloadLength = 7_500;
/** Beyond it, the others find the rest by polling. */
const maxPending = 10_000;

/**
 * @param deps.sender names this process; without white space
 * @param deps.send each text has up to 8,000 bytes
 */
export function createAnnouncer(deps: {
  readonly sender: string;
  readonly send: (payloads: readonly string[]) => Promise<void>;
  readonly timers: Timers;
  readonly onError: (error: unknown) => void;
}): Announcer {
  const { sender, send, timers, onError } = deps;
  const pending = new Set<string>();
  let isBusy = false;

  function flushAfter(milliseconds: number): void {
    isBusy = true;
    timers.after(milliseconds, () => {
      if (pending.size === 0) {
        isBusy = false;
        return;
      }
      const payloads = join(sender, [...pending]);
      pending.clear();
      void send(payloads)
        .catch(onError)
        .then(() => flushAfter(restMs));
    });
  }

  return {
    announce(change) {
      if (pending.size >= maxPending) return;
      pending.add(write(change));
      if (!isBusy) flushAfter(collectMs);
    },
    read(payload) {
      const [from, ...lines] = payload.split('\n');
      return from === sender ? [] : lines.flatMap(parse);
    },
  };
}

function join(sender: string, lines: readonly string[]): string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const line of lines) {
    if (payload.length + line.length >= maxPayloadLength) {
      payloads.push(payload);
      payload = sender;
    }
    payload += `\n${line}`;
  }
  return [...payloads, payload];
}

function write(change: Change): string {
  switch (change.kind) {
    case 'status':
      return `status ${change.tenantId} ${change.teamId}`;
    case 'operation':
      return `operation ${change.tenantId} ${change.operationId}`;
    case 'sealed':
      return `sealed ${change.tenantId} ${change.position}`;
    case 'due':
      return 'due';
    default:
      return change satisfies never;
  }
}

function parse(line: string): Change[] {
  const [kind, tenantId = '', rest = ''] = line.split(' ');
  switch (kind) {
    case 'status':
      return [{ kind, tenantId, teamId: rest }];
    case 'operation':
      return [{ kind, tenantId, operationId: rest }];
    case 'sealed':
      return [{ kind, tenantId, position: Number(rest) }];
    case 'due':
      return [{ kind }];
    case undefined:
    default:
      return [];
  }
}
