// Dies at boundaries of a creation or an operation that awaits an approval: before and after the statements and commits that
// ask for it, and of those that follow the decision, which is taken while no worker lives. The next process finishes what is
// left, once.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startVictim, type Victim } from '../../../testing/dying-worker.ts';
import { eventually } from '../../../testing/eventually.ts';
import { firstDrawn } from '../../../testing/drawn.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const maxBoundaries = 200;

const lena = testPeople[3];
let at: TestDatabase;
let api: TestService;
let tenant: TestTenant;
let worker: Victim;

interface Awaited {
  readonly status: string;
  readonly error: { readonly code: string } | null;
  readonly approval?: {
    readonly taskId: string | null;
    readonly decisions: readonly { readonly decision: string }[];
  };
}

before(async () => {
  at = await createTestDatabase({ maxConnections: 20 });
  api = await startTestService({ ROLES: 'api' }, { at });
  tenant = await api.addTenant();
  await addTemplate('asked', { when: 'always' });
  await addTemplate('changed', { when: 'never', operations: ['public', 'delete'] });
  worker = await startVictim(at, 'worker');
});
after(async () => {
  await worker.process.close();
  await api.close();
  await at.close();
});

async function addTemplate(identifier: string, approval: object): Promise<void> {
  await api.change(({ templates }) =>
    templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
      name: identifier,
      identifier,
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: { approval: { stages: [{ by: [lena ?? ''] }], decisions: 'link', ...approval } },
    }),
  );
  await api.service.refresh();
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await api.call(tenant, path, { method, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as T;
}

async function endWorker(): Promise<void> {
  await worker.process.close();
  // The lease of a dead process expires.
  await at.database.query("update lanes set held_until = '-infinity' where tenant_id = $1", [
    tenant.tenantId,
  ]);
}

/** Works until the request is so far, with another process where one dies. Answers how many died. */
async function workUntil(path: string, isSoFar: (request: Awaited) => boolean): Promise<number> {
  let deaths = 0;
  await eventually(async () => {
    if (worker.database.isDead) {
      deaths += 1;
      await endWorker();
      worker = await startVictim(at, 'worker');
    }
    await worker.process.service.runDue();
    return !worker.database.isDead && isSoFar(await call<Awaited>('GET', path));
  }, `${path} is worked on`);
  worker.database.disarm();
  return deaths;
}

const isFinal = ({ status }: Awaited) => status === 'succeeded' || status === 'failed';
const isAsked = ({ approval }: Awaited) => typeof approval?.taskId === 'string';

/** The request dies at the boundary while it asks, is decided while no worker lives, and dies there again after it. */
async function decideInOutage(
  path: string,
  boundary: number,
  decision: 'approve' | 'reject',
): Promise<{ readonly request: Awaited; readonly deaths: number }> {
  const deathsBefore = await workUntil(path, isAsked);
  await endWorker();
  const { approval } = await call<Awaited>('GET', path);
  const reason = decision === 'reject' ? { reason: 'Not now.' } : {};
  await call('POST', `/tasks/${approval?.taskId}/decision`, { decision, ...reason });
  worker = await startVictim(at, 'worker');
  worker.database.failAt(boundary);
  const deathsAfter = await workUntil(path, isFinal);
  const request = await call<Awaited>('GET', path);
  return { request, deaths: deathsBefore + deathsAfter };
}

/** How often people were asked and decided, and the groups in the directory. */
async function asked(teamId: string) {
  const [counts] = await at.database.query(
    `select
      (select array_agg(a.action order by a.activity_id) from activity a
        where a.subject_id = $1::text and a.action like 'task.%') as tasks,
      (select count(*)::integer from notices n where n.team_id = $1::uuid and n.email = $2) as notices,
      (select array_agg(g.visibility) from sandbox_groups g where g.marker = $1::uuid) as groups`,
    [teamId, lena],
  );
  return counts;
}

/** It was asked once and decided once, with that effect in the directory. */
async function assertDecided(
  teamId: string,
  { status, error, approval }: Awaited,
  decision: 'approve' | 'reject',
  groups: readonly string[] | null,
  boundary: number,
): Promise<void> {
  assert.deepEqual(
    [status, error?.code, approval?.decisions.length],
    decision === 'approve' ? ['succeeded', undefined, 1] : ['failed', 'approval_rejected', 1],
    `boundary ${boundary}`,
  );
  assert.deepEqual(
    await asked(teamId),
    { tasks: ['task.opened', 'task.decided'], notices: 1, groups },
    `boundary ${boundary}`,
  );
}

/** Requests, with the visibility of the groups that the directory has after the approval. */
const requests = [
  { method: 'PATCH', body: { visibility: 'public' }, approved: ['public'] },
  { method: 'DELETE', body: undefined, approved: null },
] as const;

/** One round after the other, each with a later boundary, until a round has no death. */
async function dieEverywhere(
  oneIn: number,
  round: (boundary: number, round: number) => Promise<number>,
): Promise<number> {
  let deaths = 0;
  for (let boundary = firstDrawn(oneIn), n = 1; ; boundary += oneIn, n += 1) {
    assert.ok(boundary <= maxBoundaries, 'there is no end of boundaries');
    const died = await round(boundary, n);
    if (died === 0) return deaths;
    deaths += died;
  }
}

/** @param oneIn of so many boundaries, one is tried; the seed decides where they begin */
export function dieAtBoundaries(oneIn: number): void {
  suite(
    `a process that dies at any boundary of a request that awaits an approval (1 in ${oneIn})`,
    () => {
      test('asks once about a creation, and a decision in the outage makes one group or none', async (context) => {
        const deaths = await dieEverywhere(oneIn, async (boundary, n) => {
          worker.database.failAt(boundary);
          const body = teamRequest(`awaits-${n}`, { templateIdOrIdentifier: 'asked' });
          const { teamId } = await call<{ teamId: string }>('POST', '/teams', body);
          const decision = n % 3 === 0 ? 'reject' : 'approve';
          const path = `/teams/${teamId}/status`;
          const { request, deaths: died } = await decideInOutage(path, boundary, decision);
          const groups = decision === 'approve' ? ['private'] : null;
          await assertDecided(teamId, request, decision, groups, boundary);
          return died;
        });
        context.diagnostic(`${deaths} deaths`);
        assert.ok(deaths >= 3, `${deaths} deaths`);
      });

      for (const { method, body, approved } of requests) {
        test(`asks once about a ${method} of a group, and a decision in the outage has its effect once or none`, async (context) => {
          const deaths = await dieEverywhere(oneIn, async (boundary, n) => {
            const created = teamRequest(`${method}-${n}`, { templateIdOrIdentifier: 'changed' });
            const { teamId } = await call<{ teamId: string }>('POST', '/teams', created);
            await workUntil(`/teams/${teamId}/status`, isFinal);
            worker.database.failAt(boundary);
            const asks = await call<{ operationId: string }>(method, `/teams/${teamId}`, body);
            const decision = n % 3 === 0 ? 'reject' : 'approve';
            const path = `/teams/${teamId}/operations/${asks.operationId}`;
            const { request, deaths: died } = await decideInOutage(path, boundary, decision);
            const groups = decision === 'approve' ? approved : ['private'];
            await assertDecided(teamId, request, decision, groups, boundary);
            return died;
          });
          context.diagnostic(`${deaths} deaths`);
          assert.ok(deaths >= 3, `${deaths} deaths`);
        });
      }
    },
  );
}
