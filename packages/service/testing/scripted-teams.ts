// The script that people write for teams: one team after the other, with waits, retries and a log of the rows that are
// done, by which it continues after a kill. It knows the documentation, and has nothing but Graph and its log.
import type { VirtualClock } from '@groupwright/graph-simulator/clock.ts';
import type { RawResponse } from '../src/microsoft-graph/transport.ts';
import type { SimulatedGraph } from './simulated-graph.ts';

export interface TeamRow {
  readonly displayName: string;
  readonly mailNickname: string;
  /** Addresses. */
  readonly owners: readonly string[];
  readonly members: readonly string[];
}

const attemptsOfCall = 8;
/** The documentation asks for this time where Teams does not see a group yet. People wait for as long as replication takes. */
const betweenAttemptsMs = 10_000;
const attemptsOfWait = 90;
const runsOfScript = 3;

class RowFailure extends Error {}

interface Answer {
  readonly status: number;
  readonly body: {
    readonly id?: string;
    readonly error?: { readonly message?: string };
    readonly value?: readonly { readonly id?: string; readonly error?: object | null }[];
  };
}

/**
 * Works through the rows that are not in the log, and again through those that failed.
 * @param isKilled asked before and after each call; once true, the script makes no other
 */
export async function runScript(
  graph: Pick<SimulatedGraph, 'clock' | 'send'>,
  token: () => string,
  rows: readonly TeamRow[],
  log: Set<TeamRow>,
  isKilled: () => boolean = () => false,
): Promise<void> {
  const send = createSend(graph, token, isKilled);
  const { clock } = graph;
  const ids = new Map<string, string>();

  async function idOf(address: string): Promise<string> {
    const known = ids.get(address);
    if (known !== undefined) return known;
    const named = await send('GET', `/users/${encodeURIComponent(address)}?$select=id`);
    let { id } = named.body;
    if (named.status === 404) {
      // The sign-in name is another one.
      const filter = encodeURIComponent(`mail eq '${address}'`);
      const listed = await send('GET', `/users?$select=id&$filter=${filter}`);
      id = listed.body.value?.[0]?.id;
    }
    if (id === undefined) throw new RowFailure(`no ${address}`);
    ids.set(address, id);
    return id;
  }

  async function createGroup(row: TeamRow, ownerIds: readonly string[]): Promise<string> {
    const { displayName, mailNickname } = row;
    const { status, body } = await send('POST', '/groups', {
      displayName,
      mailNickname,
      mailEnabled: true,
      securityEnabled: false,
      groupTypes: ['Unified'],
      visibility: 'Private',
      'owners@odata.bind': ownerIds.map((id) => `https://graph.microsoft.com/v1.0/users/${id}`),
    });
    if (status === 201 && body.id !== undefined) return body.id;
    // It may be there from an earlier attempt.
    const filter = encodeURIComponent(`mailNickname eq '${mailNickname}'`);
    const found = await send('GET', `/groups?$select=id&$filter=${filter}`);
    const [group] = found.body.value ?? [];
    if (group?.id === undefined) throw new RowFailure(`group: ${status} ${body.error?.message}`);
    return group.id;
  }

  async function untilStatus(statuses: readonly number[], call: () => Promise<Answer>) {
    for (let attempt = 1; attempt <= attemptsOfWait; attempt += 1) {
      const { status } = await call();
      if (statuses.includes(status)) return;
      if (status !== 404) throw new RowFailure(`team: ${status}`);
      await clock.wait(betweenAttemptsMs);
    }
    throw new RowFailure('no team');
  }

  async function addPeople(
    groupId: string,
    ownerIds: readonly string[],
    memberIds: readonly string[],
  ): Promise<void> {
    let left = [...new Set([...ownerIds, ...memberIds])];
    for (let attempt = 1; attempt <= attemptsOfCall; attempt += 1) {
      const { status, body } = await send('POST', `/teams/${groupId}/members/add`, {
        values: left.map((id) => ({
          '@odata.type': 'microsoft.graph.aadUserConversationMember',
          roles: ownerIds.includes(id) ? ['owner'] : [],
          'user@odata.bind': `https://graph.microsoft.com/v1.0/users('${id}')`,
        })),
      });
      if (status !== 200 && status !== 207) throw new RowFailure(`people: ${status}`);
      const results = body.value ?? [];
      left = status === 200 ? [] : left.filter((_, index) => results[index]?.error != null);
      if (left.length === 0) return;
      await clock.wait(betweenAttemptsMs);
    }
    throw new RowFailure('people');
  }

  async function createTeam(row: TeamRow): Promise<void> {
    const ownerIds: string[] = [];
    for (const owner of row.owners) ownerIds.push(await idOf(owner));
    const memberIds: string[] = [];
    for (const member of row.members) memberIds.push(await idOf(member));
    const groupId = await createGroup(row, [...new Set(ownerIds)]);
    await untilStatus([201, 409], () => send('PUT', `/groups/${groupId}/team`, {}));
    await untilStatus([200], () => send('GET', `/teams/${groupId}?$select=id,webUrl`));
    await addPeople(groupId, ownerIds, memberIds);
  }

  for (let run = 1; run <= runsOfScript; run += 1) {
    for (const row of rows) {
      if (log.has(row)) continue;
      try {
        await createTeam(row);
        log.add(row);
      } catch (error) {
        if (!(error instanceof RowFailure)) throw error;
      }
    }
  }
}

/** Retries what may pass: no answer, 429 and 5xx, after the time that Graph asks for, or twice as long each time. */
function createSend(
  { clock, send }: { readonly clock: VirtualClock; readonly send: SimulatedGraph['send'] },
  token: () => string,
  isKilled: () => boolean,
) {
  const dead = (): Promise<never> | undefined =>
    isKilled() ? new Promise<never>(() => undefined) : undefined;

  return async (method: string, path: string, body?: object): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      await dead();
      const answer = await answered(method, path, body);
      await dead();
      const status = answer?.status ?? 503;
      const mayPass = status === 429 || status >= 500 || status === 412;
      if (answer !== undefined && !mayPass) return parsed(answer);
      if (attempt >= attemptsOfCall) return { status, body: {} };
      await clock.wait(Math.max(retryAfterMs(answer, clock.now()), 2 ** attempt * 1_000));
    }
  };

  async function answered(
    method: string,
    path: string,
    body: object | undefined,
  ): Promise<RawResponse | undefined> {
    const answer = await send({
      method,
      url: `https://graph.microsoft.com/v1.0${path}`,
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.any([]),
    }).catch(() => undefined);
    // A body that was cut off is no answer.
    return answer !== undefined && isWhole(answer) ? answer : undefined;
  }
}

function isWhole({ body }: RawResponse): boolean {
  if (body === '') return true;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

const parsed = ({ status, body }: RawResponse): Answer => ({
  status,
  body: body === '' ? {} : (JSON.parse(body) as Answer['body']),
});

function retryAfterMs(answer: RawResponse | undefined, now: number): number {
  const asked = answer?.headers['retry-after'];
  if (asked === undefined) return 0;
  const seconds = Number(asked);
  return Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(asked) - now;
}
