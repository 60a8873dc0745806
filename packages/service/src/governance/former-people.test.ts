// People who may decide no more, with the links that messages gave them, through the whole service. Each gets the refusal of
// every link that is not valid, and the question stays for the others.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { type Advance, afterMessages, createAdvance } from '../../testing/governance.ts';
import { openAsOwner } from '../../testing/database.ts';
import { makeDirectoryGroup } from '../../testing/directory-group.ts';
import { decideByToken, linkToken } from '../../testing/link-token.ts';
import { personIdOf, setEnabled } from '../../testing/sandbox-people.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const admin = 'admin@aare.example';

interface OpenTask {
  readonly taskId: string;
  readonly state: string;
  readonly assignees: readonly { readonly personId: string; readonly email: string }[];
}

let service: TestService;
let governance: Advance;
let tenant: TestTenant;
before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
});
after(() => service.close());
beforeEach(async () => {
  tenant = await service.addTenant();
});

const send = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await service.call(tenant, path, { method, body })).body as T;

async function openTask(teamId: string, kind: string): Promise<OpenTask> {
  let found: OpenTask | undefined;
  await eventually(async () => {
    await service.service.runDue();
    const path = `/tasks?teamId=${teamId}&kind=${kind}&state=open`;
    [found] = (await send<{ items: OpenTask[] }>('GET', path)).items;
    return found !== undefined;
  }, `the question ${kind} is open`);
  return found ?? assert.fail();
}

const tokenOf = async ({ taskId }: OpenTask, personId: string) =>
  linkToken(service, tenant, taskId, personId);
const decide = (token: string, decision: string) =>
  decideByToken(service, token, { decision, reason: 'Tried.' });

async function setAdministrators(emails: readonly string[]): Promise<void> {
  const { tenantId } = tenant;
  await service.at.database.query('delete from administrators where tenant_id = $1', [tenantId]);
  await service.at.database.query(
    `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
    select $1, gen_random_uuid(), email, 'administrator', 'list', now(), 'test' from unnest($2::text[]) email`,
    [tenantId, emails],
  );
}

async function setSteward(steward: string | null): Promise<void> {
  const { tenantId, organisationId } = tenant;
  await service.change(({ organisations }) =>
    organisations.change(testOperator, tenantId, organisationId, undefined, {
      name: 'Aare',
      identifier: 'aare',
      steward,
    }),
  );
  await service.service.refresh();
}

suite('an approval', () => {
  async function addTemplate(by: readonly string[]): Promise<string> {
    const { tenantId, organisationId } = tenant;
    const { templateId } = await service.change(({ templates }) =>
      templates.create(testOperator, tenantId, organisationId, {
        name: 'Approved',
        identifier: 'approved',
        mailNicknamePattern: '',
        displayNamePattern: '',
        policy: { approval: { stages: [{ by: [...by] }], decisions: 'link' } },
      }),
    );
    await service.service.refresh();
    return templateId;
  }

  const body = (alias: string, others = {}) =>
    teamRequest(alias, { templateIdOrIdentifier: 'approved', ...others });

  async function request(alias: string): Promise<OpenTask & { teamId: string }> {
    const { teamId } = await send<{ teamId: string }>('POST', '/teams', body(alias));
    return { ...(await openTask(teamId, 'approve')), teamId };
  }

  const remove = (personId: string) =>
    service.at.database.query(
      `update sandbox_groups set member_ids = array_remove(member_ids, $2::uuid)
      where tenant_id = $1 and mail_nickname = 'approvers'`,
      [tenant.tenantId, personId],
    );

  test('is not decided by someone who left the group a moment before, nor by someone whose account was closed', async () => {
    await addTemplate([`group:${await makeDirectoryGroup(service, tenant, 'approvers', 3)}`]);
    const task = await request('left');
    const [first, second, third] = task.assignees;
    assert.ok(first && second && third);
    const tokens = await Promise.all(task.assignees.map(({ personId }) => tokenOf(task, personId)));
    await remove(first.personId);
    await setEnabled(service.at.database, tenant, second.email, false);
    for (const token of tokens.slice(0, 2)) assert.equal(await decide(token, 'approve'), 403);
    assert.equal((await send<OpenTask>('GET', `/tasks/${task.taskId}`)).state, 'open');
    await eventually(async () => {
      const { assignees } = await send<OpenTask>('GET', `/tasks/${task.taskId}`);
      return assignees.length === 1 && assignees[0]?.personId === third.personId;
    }, 'the question asks the people of now');
    const decisions = [1, 2, 3].map(() => decide(tokens[2] ?? '', 'approve'));
    assert.deepEqual(
      (await Promise.all(decisions)).toSorted((one, other) => one - other),
      [200, 403, 403],
    );
    assert.equal(await decide(tokens[2] ?? '', 'reject'), 403, 'after the decision');
  });

  test('is not decided by an administrator of before, whom it asked in place of approvers', async () => {
    await setAdministrators([admin, 'other@aare.example']);
    await addTemplate(['ghost@aare.example']);
    const task = await request('asks-administrators');
    const [former, present] = await Promise.all([
      tokenOf(task, admin),
      tokenOf(task, 'other@aare.example'),
    ]);
    await setAdministrators(['other@aare.example']);
    assert.equal(await decide(former, 'approve'), 403);
    assert.equal(await decide(present, 'approve'), 200);
  });

  test('is decided by those of the last look while the directory cannot be asked', async () => {
    await addTemplate([`group:${await makeDirectoryGroup(service, tenant, 'away', 2)}`]);
    const task = await request('while-away');
    const token = await tokenOf(task, task.assignees[0]?.personId ?? '');
    const owner = openAsOwner(service.at.settings, { maxConnections: 1 });
    await owner.query('alter table sandbox_groups rename to sandbox_groups_away');
    const status = await decide(token, 'reject');
    await owner.query('alter table sandbox_groups_away rename to sandbox_groups');
    await owner.close();
    assert.equal(status, 200);
  });

  test('is not decided with the link of another tenant, of another task or of another person', async () => {
    await addTemplate([lena]);
    const task = await request('first');
    const lenaId = task.assignees[0]?.personId ?? '';
    const own = tenant;
    tenant = await service.addTenant();
    const foreign = await linkToken(service, tenant, task.taskId, lenaId);
    assert.equal(await decide(foreign, 'approve'), 403);
    const path = `/tasks/${task.taskId}/decision`;
    const crossed = await service.call(tenant, path, {
      method: 'POST',
      body: { decision: 'approve' },
    });
    assert.equal(crossed.status, 404);
    tenant = own;
    const other = await request('second');
    const token = Buffer.from(await tokenOf(other, lenaId), 'base64url');
    const mixed = Buffer.concat([
      Buffer.from(task.taskId.replaceAll('-', ''), 'hex'),
      token.subarray(16),
    ]);
    assert.equal(await decide(mixed.toString('base64url'), 'approve'), 403);
    const tomasId = await personIdOf(service.at.database, tenant, tomas);
    assert.equal(await decide(await tokenOf(task, tomasId), 'approve'), 403);
    assert.equal((await send<OpenTask>('GET', `/tasks/${task.taskId}`)).state, 'open');
  });
});

suite('a question about a group', () => {
  /** It is asked whether it is renewed. */
  async function makeExpiring(alias: string, others = {}): Promise<string> {
    await governance.setClock(tenant, afterMessages(await governance.now(tenant)));
    await governance.setLifecycle(tenant, {
      expires: { after: 'P60D' },
      remindBefore: ['P30D', 'P3D'],
      renew: { for: 'P60D' },
    });
    return governance.create(tenant, teamRequest(alias, others));
  }

  test('is not answered by the responsible person of before', async () => {
    const teamId = await makeExpiring('handed', { responsible: mara, deputy: tomas });
    await governance.advance(tenant, 31);
    const task = await openTask(teamId, 'renew');
    const maraId = await personIdOf(service.at.database, tenant, mara);
    const token = await tokenOf(task, maraId);
    // As the record has it once a handover has ended, and before the group is assessed.
    const yukiId = await personIdOf(service.at.database, tenant, yuki);
    await service.at.database.query(
      `with changed as (
        update teams set people = people || jsonb_build_object('responsible', $3::text) where tenant_id = $1 and team_id = $2
      )
      update team_search set responsible_id = $4 where tenant_id = $1 and team_id = $2`,
      [tenant.tenantId, teamId, yuki, yukiId],
    );
    assert.equal(await decide(token, 'renew'), 403);
    await governance.runDue(tenant);
    const moved = await openTask(teamId, 'renew');
    assert.deepEqual(
      moved.assignees.map(({ email }) => email),
      [yuki],
    );
    assert.equal(await decide(await tokenOf(moved, yukiId), 'renew'), 200);
  });

  /** The service has read it. */
  async function close(...emails: readonly string[]): Promise<void> {
    for (const email of emails) await setEnabled(service.at.database, tenant, email, false);
    await eventually(async () => {
      await service.service.runDue();
      const closed = await service.at.database.query(
        `select from watched_people where tenant_id = $1 and unavailable_reason = 'disabled'`,
        [tenant.tenantId],
      );
      return closed.length === emails.length;
    }, 'the service has read the accounts');
  }

  /** Another steward, whom the service does not know by an id yet. */
  async function changeSteward(steward: string): Promise<void> {
    await setSteward(steward);
    await service.at.database.query(
      `update followed_people set due_at = now() + interval '1 day' where tenant_id = $1`,
      [tenant.tenantId],
    );
  }

  const askedOf = async (teamId: string, kind: string) =>
    (await openTask(teamId, kind)).assignees.map(({ email }) => email);

  test('goes to the next steward, and the one before decides nothing, also before the next one is known', async () => {
    await setAdministrators([admin]);
    await setSteward(lena);
    const teamId = await makeExpiring('next-steward', { responsible: mara, deputy: tomas });
    await close(mara, tomas);
    await governance.advance(tenant, 31);
    const task = await openTask(teamId, 'renew');
    const before = await tokenOf(task, task.assignees[0]?.personId ?? '');
    await changeSteward(yuki);
    assert.equal(await decide(before, 'let_expire'), 403);
    await governance.runDue(tenant);
    assert.deepEqual(await askedOf(teamId, 'renew'), [yuki]);
    assert.equal(await decide(before, 'let_expire'), 403);
    const next = await openTask(teamId, 'renew');
    assert.equal(
      await decide(await tokenOf(next, next.assignees[0]?.personId ?? ''), 'renew'),
      200,
    );
  });

  test('about who answers for it goes to the next steward, too', async () => {
    await setAdministrators([admin]);
    await setSteward(lena);
    await governance.setPolicy(tenant, { responsibility: { graceDays: 0, succession: [] } });
    const others = { responsible: mara, deputy: null, members: [] };
    const teamId = await governance.create(tenant, teamRequest('vacant', others));
    await close(mara);
    await governance.advance(tenant, 1);
    const task = await openTask(teamId, 'take_over');
    assert.deepEqual(
      task.assignees.map(({ email }) => email),
      [lena],
    );
    const before = await tokenOf(task, task.assignees[0]?.personId ?? '');
    await setSteward(yuki);
    assert.equal(await decide(before, 'accept'), 403);
    await eventually(async () => {
      await governance.runDue(tenant);
      return (await askedOf(teamId, 'take_over')).join() === yuki;
    }, 'the next steward is asked');
    assert.equal(await decide(before, 'accept'), 403);
    const next = await openTask(teamId, 'take_over');
    assert.equal(
      await decide(await tokenOf(next, next.assignees[0]?.personId ?? ''), 'accept'),
      200,
    );
  });

  test('is not answered by a steward or an administrator of before', async () => {
    await setAdministrators([admin]);
    await setSteward(lena);
    const teamId = await makeExpiring('orphan', { responsible: mara, deputy: tomas });
    await close(mara, tomas);
    await governance.advance(tenant, 31);
    const task = await openTask(teamId, 'renew');
    assert.deepEqual(
      task.assignees.map(({ email }) => email),
      [lena],
    );
    const ofSteward = await tokenOf(task, task.assignees[0]?.personId ?? '');
    await setSteward(null);
    assert.equal(await decide(ofSteward, 'let_expire'), 403);
    await governance.runDue(tenant);
    const next = await openTask(teamId, 'renew');
    assert.deepEqual(
      next.assignees.map(({ personId }) => personId),
      [admin],
    );
    const ofAdministrator = await tokenOf(next, admin);
    await setAdministrators(['other@aare.example']);
    assert.equal(await decide(ofAdministrator, 'let_expire'), 403);
    await governance.runDue(tenant);
    const present = await tokenOf(await openTask(teamId, 'renew'), 'other@aare.example');
    assert.equal(await decide(present, 'renew'), 200);
  });
});
