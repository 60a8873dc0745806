// Groups that others make after the first list of the directory, by the rule of the tenant.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { addWildGroup, type WildSandboxGroup } from '../../../testing/wild-sandbox-group.ts';
import { createReconciliationStore } from '../../reconciliation/reconciliation.postgres.ts';

const [mara, tomas] = testPeople as [string, string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
});
after(() => service.close());
beforeEach(async () => {
  tenant = await service.addTenant();
  // The first list finds what is there, and the rule is for what comes after.
  await service.createTeam(tenant, 'made-here');
  await wild({ mailNickname: 'prj-1', displayName: 'Project 1', owners: [mara] });
  await reconcile();
});

const wild = (given: WildSandboxGroup) => addWildGroup(service.at.database, tenant.tenantId, given);

async function setRule(newGroups: 'report' | 'adopt'): Promise<void> {
  await service.change(({ tenants }) =>
    tenants.changeRules(testOperator, tenant.tenantId, undefined, { newGroups }),
  );
  await service.service.refresh();
}

async function reconcile(): Promise<void> {
  const store = createReconciliationStore(service.at.database);
  const at = async () => (await store.read(tenant.tenantId))?.last?.finishedAt.getTime() ?? 0;
  const earlier = await at();
  await store.ask(tenant.tenantId);
  await eventually(async () => (await at()) > earlier, 'the directory was compared');
}

async function aliases(): Promise<readonly string[]> {
  const { body } = await service.call(tenant, '/teams?limit=50');
  const { items } = body as { items: readonly { mailNickName: string }[] };
  return items.map(({ mailNickName }) => mailNickName).toSorted();
}

async function entries(action: string) {
  return service.at.database.query<{
    actorKind: string;
    actorId: string;
    data: { mailNickName: string; cause?: { rule: string; templateId: string } };
  }>(
    'select actor_kind, actor_id, data from activity where tenant_id = $1 and action = $2 order by activity_id',
    [tenant.tenantId, action],
  );
}

async function pending(): Promise<number> {
  const rows = await service.at.database.query(
    'select from directory_groups where tenant_id = $1 and is_new',
    [tenant.tenantId],
  );
  return rows.length;
}

test('a new group is adopted by the template that its names propose, once, with the rule in the audit log', async () => {
  await setRule('adopt');
  await wild({ mailNickname: 'prj-77', displayName: 'Project 77', owners: [tomas] });
  await wild({ mailNickname: 'prj-78', displayName: 'Project 78' });
  await wild({ mailNickname: 'book-club', displayName: 'Book club', owners: [mara] });
  const facts = { hasForeignMarker: true };
  const foreign = await wild({ mailNickname: 'prj-79', displayName: 'Project 79', facts });
  await reconcile();
  await eventually(async () => (await aliases()).length === 3, 'both were adopted');
  await reconcile();
  assert.deepEqual([await aliases(), await pending()], [['made-here', 'prj-77', 'prj-78'], 0]);
  const accepted = (await entries('group.accepted')).filter(({ data }) => 'cause' in data);
  const templateId = tenant.templateIds.project;
  assert.deepEqual(
    accepted
      .map(({ actorKind, actorId, data }) =>
        [data.mailNickName, actorKind, actorId, data.cause?.rule].join(' '),
      )
      .toSorted(),
    [`prj-77 policy ${templateId} newGroups.adopt`, `prj-78 policy ${templateId} newGroups.adopt`],
  );
  const found = (await entries('directory.group_found')).map(({ data }) => data.mailNickName);
  assert.deepEqual(found.toSorted(), ['book-club', 'prj-77', 'prj-78', 'prj-79']);
  const [left] = await service.at.database.query<{ marker: string | null }>(
    'select marker from sandbox_groups where tenant_id = $1 and group_id = $2',
    [tenant.tenantId, foreign],
  );
  assert.equal(left?.marker, null);
  const vacant = await service.call(tenant, '/teams?responsibility=vacant');
  const { items } = vacant.body as { items: readonly { mailNickName: string }[] };
  assert.deepEqual(
    items.map(({ mailNickName }) => mailNickName),
    ['prj-78'],
  );
});

test('a rule that is set later is for what comes after, and the brake of the template defers the rest', async () => {
  await wild({ mailNickname: 'prj-2', displayName: 'Project 2', owners: [mara] });
  await reconcile();
  assert.deepEqual([await aliases(), await pending()], [['made-here'], 0]);
  await setRule('adopt');
  await service.change(({ templates }) =>
    templates.change(testOperator, tenant.tenantId, tenant.templateIds.project, undefined, {
      name: 'Project',
      identifier: 'project',
      mailNicknamePattern: 'prj-{{code}}',
      displayNamePattern: 'Project {{code}}',
      policy: { adoption: { perDay: 1 } },
    }),
  );
  await service.service.refresh();
  for (const n of [3, 4]) {
    await wild({ mailNickname: `prj-${n}`, displayName: `Project ${n}`, owners: [mara] });
  }
  await reconcile();
  assert.deepEqual([(await aliases()).length, await pending()], [2, 1]);
});
