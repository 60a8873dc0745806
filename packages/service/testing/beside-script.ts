// The same teams by the service and by the script that people write, each on its own copy of the same simulated Graph: its
// latencies, faults and limits come from one seed. And one team after the other beside the bare calls.
import assert from 'node:assert/strict';
import type { Profile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import type { Tenant } from '@groupwright/graph-simulator/tenant.ts';
import { createMemoryLane, type MemoryLane, type NewCreation } from './in-memory-lane-store.ts';
import { chooseCreations, finish, startLane, uniqueNameOf } from './provisioning-run.ts';
import { runScript, type TeamRow } from './scripted-teams.ts';
import { openSimulatedGraph, type SimulatedGraph } from './simulated-graph.ts';

export interface TeamsRun {
  readonly virtualSeconds: number;
  readonly calls: number;
  /** Rows without a group, with several, and with one that lacks its team or some of its people. */
  readonly missing: number;
  readonly doubled: number;
  readonly halfMade: number;
}

interface Run {
  readonly seed: string;
  readonly profile: Profile;
  readonly teams: number;
  /** Each after as much of the time that the run takes without any. */
  readonly kills: number;
}

const never = new Promise<never>(() => undefined);

export const runService = (run: Run): Promise<TeamsRun> =>
  withKills(run, (graph, tenant, creations) => {
    const memory = createMemoryLane({ tenantId: tenant.tenantId, clock: graph.clock });
    for (const creation of creations) memory.add(creation);
    return {
      start() {
        const life = { isOver: false };
        const wait = (): Promise<never> | undefined => (life.isOver ? never : undefined);
        const directory = graph.connect(0, { before: wait, after: wait });
        const { lane } = startLane({ graph, memory, directory, seed: run.seed });
        return {
          kill() {
            life.isOver = true;
            void lane.stop();
          },
          ended: () => ended(graph, memory).then(() => lane.stop()),
        };
      },
    };
  });

async function ended({ clock }: SimulatedGraph, memory: MemoryLane): Promise<void> {
  while (memory.open() > 0) await clock.wait(1_000);
}

export const runScripted = (run: Run): Promise<TeamsRun> =>
  withKills(run, (graph, tenant, creations) => {
    const rows = creations.map(rowOf);
    const log = new Set<TeamRow>();
    const token = tokenOf(graph, tenant);
    return {
      start() {
        const life = { isOver: false };
        const work = runScript(graph, token, rows, log, () => life.isOver);
        return {
          kill() {
            life.isOver = true;
          },
          ended: () => work,
        };
      },
    };
  });

interface Worker {
  /** Starts a process, which continues the work of one that was killed. */
  start(): { kill(): void; ended(): Promise<unknown> };
}

async function withKills(
  run: Run,
  open: (graph: SimulatedGraph, tenant: Tenant, creations: readonly NewCreation[]) => Worker,
): Promise<TeamsRun> {
  const whole = run.kills === 0 ? undefined : await withKills({ ...run, kills: 0 }, open);
  const { graph, tenant } = await openOneTenant(run);
  const { clock, simulator } = graph;
  const creations = chooseCreations(createSeededRandom(run.seed), tenant, run.teams);
  const worker = open(graph, tenant, creations);
  const startedAt = clock.now();
  let process = worker.start();
  for (let kill = 1; kill <= run.kills; kill += 1) {
    const part = (whole?.virtualSeconds ?? 0) / (run.kills + 1);
    await clock.run(clock.wait(part * 1_000));
    process.kill();
    process = worker.start();
  }
  await clock.run(process.ended());
  const virtualSeconds = (clock.now() - startedAt) / 1_000;
  await graph.close();
  const calls = [...simulator.journal.calls.values()].reduce((sum, n) => sum + n, 0);
  return { virtualSeconds, calls, ...judge(tenant, creations) };
}

async function openOneTenant({ seed, profile }: Pick<Run, 'seed' | 'profile'>) {
  const tenants = [{ people: 60 }];
  const graph = await openSimulatedGraph({ seed, profile, tenants, inProcess: true });
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  return { graph, tenant };
}

/** An hour long; another one in time. */
function tokenOf({ clock, simulator }: SimulatedGraph, { tenantId }: Tenant): () => string {
  let issued = { token: '', until: 0 };
  return () => {
    if (issued.until <= clock.now()) {
      issued = { token: simulator.issueToken(tenantId), until: clock.now() + 55 * 60_000 };
    }
    return issued.token;
  };
}

function rowOf({ mailNickname, people }: NewCreation): TeamRow {
  const { responsible, deputy, owners, members } = people;
  return {
    displayName: `Group ${mailNickname}`,
    mailNickname,
    owners: [responsible, deputy, ...owners].filter((one) => one !== null),
    members,
  };
}

function judge(
  tenant: Tenant,
  creations: readonly NewCreation[],
): Pick<TeamsRun, 'missing' | 'doubled' | 'halfMade'> {
  const counts = { missing: 0, doubled: 0, halfMade: 0 };
  const groups = Map.groupBy(
    [...tenant.groups.values()].filter(({ deletedAt }) => deletedAt === undefined),
    ({ displayName }) => displayName,
  );
  const idOf = new Map(tenant.users.map(({ id, mail }) => [mail, id]));
  for (const { displayName, owners, members } of creations.map(rowOf)) {
    const [group, ...others] = groups.get(displayName) ?? [];
    if (others.length > 0) counts.doubled += 1;
    if (group === undefined) {
      counts.missing += 1;
      continue;
    }
    const isWhole =
      group.team !== undefined &&
      !group.team.fails &&
      owners.every((one) => group.owners.has(idOf.get(one) ?? '')) &&
      [...owners, ...members].every((one) => group.members.has(idOf.get(one) ?? ''));
    if (!isWhole) counts.halfMade += 1;
  }
  return counts;
}

export interface WaitOfTeam {
  /** The times are those from acceptance to success. */
  readonly oursMs: number;
  /** The same calls in a row, the operation polled at the moment at which it has ended. */
  readonly bareMs: number;
}

/** One team after the other, so that none waits for another. */
export async function compareWaits(
  seed: string,
  profile: Profile,
  teams: number,
): Promise<readonly WaitOfTeam[]> {
  const waits: WaitOfTeam[] = [];
  for (let number = 0; number < teams; number += 1) {
    const one = { seed: `${seed} ${number}`, profile };
    waits.push({ oursMs: await waitOfService(one), bareMs: await waitOfCalls(one) });
  }
  return waits;
}

async function waitOfService(run: Pick<Run, 'seed' | 'profile'>): Promise<number> {
  const { graph, tenant } = await openOneTenant(run);
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock: graph.clock });
  for (const creation of chooseCreations(createSeededRandom(run.seed), tenant, 1)) {
    memory.add(creation);
  }
  const { lane } = startLane({ graph, memory, directory: graph.connect(), seed: run.seed });
  await finish(graph, [{ lane, memory }]);
  await graph.close();
  const [creation] = memory.creations.values();
  assert.equal(creation?.status, 'succeeded');
  const endedAt = creation.steps.at(-1)?.completedAt;
  assert.ok(endedAt);
  return Date.parse(endedAt) - creation.createdAt.getTime();
}

async function waitOfCalls(run: Pick<Run, 'seed' | 'profile'>): Promise<number> {
  const { graph, tenant } = await openOneTenant(run);
  const { clock } = graph;
  const [creation] = chooseCreations(createSeededRandom(run.seed), tenant, 1);
  assert.ok(creation);
  const { teamId } = creation;
  const { owners, members, ...row } = rowOf(creation);
  const idOf = new Map(tenant.users.map(({ id, mail }) => [mail, id]));
  const idsOf = (people: readonly string[]) => [...new Set(people.map((one) => idOf.get(one)))];
  const ownerIds = idsOf(owners);
  const token = tokenOf(graph, tenant);
  const root = 'https://graph.microsoft.com/v1.0';

  async function call(method: string, path: string, body?: object): Promise<{ id?: string }> {
    const answer = await graph.send({
      method,
      url: `${root}${path}`,
      headers: {
        authorization: `Bearer ${token()}`,
        'content-type': 'application/json',
        prefer: 'create-if-missing',
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.any([]),
    });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.body === '' ? {} : (JSON.parse(answer.body) as { id?: string });
  }

  async function createTeam(): Promise<void> {
    const names = [...owners, ...members].map((one) => `'${one}'`).join(',');
    const filter = encodeURIComponent(`userPrincipalName in (${names})`);
    await call('GET', `/users?$select=id&$filter=${filter}`);
    const marked = `/groups(uniqueName='${uniqueNameOf(teamId)}')`;
    const { id = '' } = await call('PATCH', marked, {
      ...row,
      mailEnabled: true,
      securityEnabled: false,
      groupTypes: ['Unified'],
      visibility: 'Private',
      'owners@odata.bind': ownerIds.map((one) => `${root}/users/${one}`),
    });
    await call('POST', '/teams', {
      'template@odata.bind': `${root}/teamsTemplates('standard')`,
      'group@odata.bind': `${root}/groups('${id}')`,
    });
    const readyAt = tenant.groups.get(id)?.team?.readyAt ?? 0;
    await clock.wait(readyAt - clock.now());
    await call('POST', `/teams/${id}/members/add`, {
      values: idsOf([...owners, ...members]).map((one) => ({
        '@odata.type': 'microsoft.graph.aadUserConversationMember',
        roles: ownerIds.includes(one) ? ['owner'] : [],
        'user@odata.bind': `${root}/users('${one}')`,
      })),
    });
    await call('GET', `/groups/${id}?$select=id,mail`);
    await call('GET', `/teams/${id}?$select=id,webUrl`);
  }

  const startedAt = clock.now();
  await clock.run(createTeam());
  await graph.close();
  return clock.now() - startedAt;
}
