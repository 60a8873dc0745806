// The callers of a crash run: they create groups, change them and hand over the groups of people who leave, and keep a
// ledger of every accepted answer. One more caller reads the event feed. They retry as careful callers do.
import { setTimeout as pause } from 'node:timers/promises';
import type { OperationKind } from '../src/groups/change/operation.ts';
import type { Accepted } from './assert-no-loss.ts';
import type { SentOperation } from './assert-operations.ts';
import { createSeededRandom } from './seeded-random.ts';
import { teamRequest, testPeople, type AddedTenant } from './tenant.ts';

export interface CrashCallers {
  readonly accepted: readonly Accepted[];
  readonly operations: readonly SentOperation[];
  /** Ids of the events that the reader of the feed was given, in its order. */
  readonly events: readonly string[];
  /** Answers that a caller must never get. */
  readonly wrongResponses: readonly string[];
  /** Ends the calls. */
  stop(): Promise<void>;
  /** Reads the feed until it has this many events, and then to its end. */
  readEvents(count: number): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Request {
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
}

const creators = 3;
const changers = 3;
const giveUpAfterMs = 60_000;
const requestTimeoutMs = 20_000;
const pauseAfterFailureMs = 30;
const shortestRestMs = 20;
/** It belongs to requests that change a group: those that repeat an answered one with its key. */
const shareRepeated = 0.2;
const shareWithKey = 0.7;

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const answering = [mara, tomas, lena] as const;

/** A caller cannot know what others have just sent, so the state of a group may refuse its request. */
const refusedByState: ReadonlySet<unknown> = new Set(['group_not_active', 'nothing_to_change']);

export function startCallers(options: {
  /** Addresses of the processes that serve the API. */
  addresses: readonly string[];
  tenant: AddedTenant;
  seed: number;
  /** The longest time between two requests of a caller. Short tests have more of it, so that they cost less. */
  restMs?: number | undefined;
}): CrashCallers {
  const { addresses, tenant, restMs = shortestRestMs } = options;
  const draw = createSeededRandom(options.seed);
  const over = new AbortController();
  const accepted: Accepted[] = [];
  const operations: SentOperation[] = [];
  const events: string[] = [];
  const wrongResponses: string[] = [];
  let nextOfFeed = '/events?limit=200';

  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T;

  /** All of those who answer for groups, rotated. */
  function drawAnswering(): [string, string, string] {
    const first = Math.floor(draw() * answering.length);
    return [...answering.slice(first), ...answering.slice(0, first)] as [string, string, string];
  }

  async function request(
    { method, path, body }: Request,
    headers: Record<string, string>,
  ): Promise<Answer | undefined> {
    try {
      const answer = await fetch(oneOf(addresses) + path, {
        method,
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    } catch {
      return undefined;
    }
  }

  async function getToken(): Promise<string> {
    const { tenantId, keyId, secret } = tenant;
    const body = { tenantId, keyId, secret };
    while (!over.signal.aborted) {
      const answer = await request({ method: 'POST', path: '/token', body }, {});
      if (answer?.status === 200) return String(answer.body['accessToken']);
      await pause(pauseAfterFailureMs);
    }
    return '';
  }

  /** Retries until there is an answer; a caller without a key sends its request once. */
  async function send(token: string, sent: Request, key?: string): Promise<Answer | undefined> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
    };
    const giveUpAt = performance.now() + giveUpAfterMs;
    while (performance.now() < giveUpAt) {
      const answer = await request(sent, headers);
      if (answer !== undefined && ![429, 503].includes(answer.status)) return answer;
      if (key === undefined) return undefined;
      await pause(pauseAfterFailureMs);
    }
    return undefined;
  }

  const keyFor = (name: string): string | undefined => (draw() < shareWithKey ? name : undefined);

  function refuse({ method, path }: Request, { status, body }: Answer): void {
    wrongResponses.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  }

  async function createGroups(caller: number): Promise<void> {
    const token = await getToken();
    for (let number = 0; !over.signal.aborted; number += 1) {
      const mailNickName = `c${caller}-${number}`;
      const body = teamRequest(mailNickName);
      const sent: Request = { method: 'POST', path: '/teams', body };
      const answer = await send(token, sent, keyFor(mailNickName));
      if (answer?.status === 200) {
        const teamId = String(answer.body['teamId']);
        accepted.push({ teamId, mailNickName, status: 'succeeded' });
      } else if (answer !== undefined) refuse(sent, answer);
      await pause(draw() * restMs);
    }
  }

  /** @param reason unique, so that the record tells which request an operation is of */
  function drawOperation(teamId: string, reason: string): Request & { kind: OperationKind } {
    const path = `/teams/${teamId}`;
    const change = (kind: OperationKind, body: object) =>
      ({ kind, method: 'PATCH', path, body: { ...body, reason } }) as const;
    const act = (kind: OperationKind) =>
      ({ kind, method: 'POST', path: `${path}/${kind}`, body: { reason } }) as const;
    const [responsible, deputy] = drawAnswering();
    const deletion = { kind: 'delete', method: 'DELETE', path } as const;
    return oneOf([
      () => change('change', { displayName: `Named by ${reason}` }),
      () => change('change', { displayName: `Renamed by ${reason}`, members: { remove: [yuki] } }),
      () => change('change', { members: { add: [yuki] } }),
      () => change('handover', { responsible, deputy, former: oneOf(['owner', 'member', 'none']) }),
      () => act('archive'),
      () => act('unarchive'),
      () => deletion,
      () => act('restore'),
      () => act('restore'),
    ])();
  }

  async function changeGroups(caller: number): Promise<void> {
    const token = await getToken();
    for (let number = 0; !over.signal.aborted; number += 1) {
      await pause(draw() * restMs);
      if (accepted.length === 0) continue;
      // Mostly the latest ones, so that operations meet creations and one another.
      const { teamId } = oneOf(draw() < 0.7 ? accepted.slice(-10) : accepted);
      const reason = `o${caller}-${number}`;
      const { kind, ...sent } = drawOperation(teamId, reason);
      const key = keyFor(reason);
      const answer = await send(token, sent, key);
      if (answer === undefined) continue;
      if (answer.status !== 200) {
        if (!isRefusedByState(answer)) refuse(sent, answer);
        continue;
      }
      // The group was like this already.
      if (answer.body['changed'] !== true) continue;
      const operationId = String(answer.body['operationId']);
      const isDeletion = kind === 'delete';
      operations.push({ teamId, operationId, kind, reason: isDeletion ? null : reason, caller });
      if (key === undefined || draw() > shareRepeated) continue;
      const again = await send(token, sent, key);
      if (again !== undefined && again.body['operationId'] !== operationId) refuse(sent, again);
    }
  }

  /** Hands over the newest groups of one person after the other. */
  async function handOverGroups(caller: number): Promise<void> {
    const token = await getToken();
    for (let number = 0; !over.signal.aborted; number += 1) {
      await pause(500 + draw() * 500);
      const reason = `h${caller}-${number}`;
      const [leaver, to, deputy] = drawAnswering();
      const sent: Request = {
        method: 'POST',
        path: `/people/${leaver}/handover?limit=40`,
        body: { to, deputy, reason },
      };
      const answer = await send(token, sent, reason);
      if (answer === undefined) continue;
      if (answer.status !== 200) {
        refuse(sent, answer);
        continue;
      }
      const again = await send(token, sent, reason);
      const latest = again?.status === 200 ? handedOver(again) : handedOver(answer);
      for (const [teamId, operationId] of latest) {
        operations.push({ teamId, operationId, kind: 'handover', reason, caller });
      }
      if (again === undefined) continue;
      // A repeated request may also accept a group that the first one refused.
      const isLost = ([teamId, operationId]: [string, string]) =>
        latest.get(teamId) !== operationId;
      if (again.status !== 200 || [...handedOver(answer)].some(isLost)) {
        refuse(sent, again);
        wrongResponses.push(`after ${JSON.stringify(answer.body)}`);
      }
    }
  }

  /** Answers false where there was no page, or an empty one. */
  async function readPage(token: string): Promise<boolean> {
    const answer = await send(token, { method: 'GET', path: nextOfFeed });
    if (answer?.status !== 200) {
      if (answer !== undefined) refuse({ method: 'GET', path: nextOfFeed }, answer);
      return false;
    }
    const { items, nextLink } = answer.body as { items: { id: string }[]; nextLink: string };
    events.push(...items.map(({ id }) => id));
    const { pathname, search } = new URL(nextLink);
    nextOfFeed = pathname + search;
    return items.length > 0;
  }

  async function followFeed(): Promise<void> {
    const token = await getToken();
    while (!over.signal.aborted) if (!(await readPage(token))) await pause(200);
  }

  const calling = [
    ...Array.from({ length: creators }, (_, caller) => createGroups(caller)),
    ...Array.from({ length: changers }, (_, caller) => changeGroups(creators + caller)),
    handOverGroups(creators + changers),
    followFeed(),
  ];
  return {
    accepted,
    operations,
    events,
    wrongResponses,
    async stop() {
      over.abort();
      await Promise.all(calling);
    },
    async readEvents(count) {
      const { tenantId, keyId, secret } = tenant;
      const body = { tenantId, keyId, secret };
      const answer = await request({ method: 'POST', path: '/token', body }, {});
      const token = String(answer?.body['accessToken']);
      const giveUpAt = performance.now() + giveUpAfterMs;
      while (events.length < count && performance.now() < giveUpAt) {
        if (!(await readPage(token))) await pause(200);
      }
      while (await readPage(token));
    },
  };
}

function isRefusedByState({ body }: Answer): boolean {
  const { code, errors = [] } = body as { code: string; errors?: { code: string }[] };
  return (
    refusedByState.has(code) ||
    (errors.length > 0 && errors.every((fault) => refusedByState.has(fault.code)))
  );
}

/** Operations by group. */
function handedOver({ body }: Answer): ReadonlyMap<string, string> {
  const { items } = body as { items: { teamId: string; operationId?: string }[] };
  return new Map(
    items.flatMap(({ teamId, operationId }) =>
      operationId === undefined ? [] : [[teamId, operationId]],
    ),
  );
}
