// Groups whose responsible person and deputy have no account any more, from their expiry to their deletion, in a sandbox whose
// governance clock is put forward. Someone always gets the messages, and no state is without a way out.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { everyNth } from '../../../testing/drawn.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type Advance, afterMessages, createAdvance } from '../../../testing/governance.ts';
import { personIdOf, setEnabled } from '../../../testing/sandbox-people.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { noLimit } from '../../ground/group-limit.ts';
import { withoutRest } from '../../ground/turns.ts';
import { noticeSettingsOf } from '../../settings/tenants/notice-settings.ts';
import { createToDoReader } from '../../groups/read/to-do.postgres.ts';
import { previewLifecycle } from './preview-lifecycle.postgres.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const admin = 'admin@aare.example';
const lost = 'sandbox-unreachable@aare.example';

let service: TestService;
let governance: Advance;
before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
});
after(() => service.close());

const lifecycle = {
  expires: { after: 'P60D' },
  remindBefore: ['P14D', 'P3D'],
  renew: { for: 'P60D' },
  deleteAfterArchived: 'P40D',
};

interface Given {
  readonly hasSteward?: boolean;
  readonly hasAdministrator?: boolean;
  readonly hasOwner?: boolean;
  /** The template has a successor take over. */
  readonly hasSuccession?: boolean;
  readonly responsible?: string;
  readonly deputy?: string | null;
}

async function make(given: Given): Promise<{ tenant: TestTenant; teamId: string }> {
  const tenant = await service.addTenant();
  await governance.setClock(tenant, afterMessages(await governance.now(tenant)));
  const responsibility = given.hasSuccession === true ? { graceDays: 3 } : null;
  await governance.setPolicy(tenant, { lifecycle, responsibility });
  if (given.hasSteward === true) await setSteward(tenant, lena);
  if (given.hasAdministrator === true) await addAdministrator(tenant);
  if (given.responsible !== undefined) {
    const input = { email: given.responsible, name: 'Lost' };
    await service.change(({ sandboxPeople }) =>
      sandboxPeople.add(testOperator, tenant.tenantId, input),
    );
  }
  const { responsible = mara, deputy = tomas, hasOwner = false } = given;
  const owners = hasOwner ? [yuki] : [];
  const teamId = await governance.create(
    tenant,
    teamRequest('orphan', { responsible, deputy, owners }),
  );
  await governance.runDue(tenant);
  return { tenant, teamId };
}

async function setSteward(tenant: TestTenant, steward: string | null): Promise<void> {
  const { tenantId, organisationId } = tenant;
  await service.change(async ({ stores, organisations }) => {
    const all = await stores.organisations.list(tenantId);
    const found = all.find((one) => one.organisationId === organisationId);
    assert.ok(found);
    const { name, identifier } = found;
    const input = { name, identifier, steward };
    await organisations.change(testOperator, tenantId, organisationId, undefined, input);
  });
  await service.service.refresh();
}

async function addAdministrator({ tenantId }: TestTenant): Promise<void> {
  await service.at.database.query(
    `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
    values ($1, gen_random_uuid(), $2, 'administrator', 'list', now(), 'test')`,
    [tenantId, admin],
  );
}

async function closeAccounts(tenant: TestTenant, emails = [mara, tomas]): Promise<void> {
  for (const email of emails) {
    await setEnabled(service.at.database, tenant, email, false);
  }
  await eventually(async () => {
    // The service looks twice a minute by itself.
    await service.service.runDue();
    const closed = await service.at.database.query(
      `select from watched_people where tenant_id = $1 and email = any ($2) and unavailable_reason = 'disabled'`,
      [tenant.tenantId, emails],
    );
    return closed.length === emails.length;
  }, 'the service has read the accounts');
  await governance.runDue(tenant);
}

/** The messages since then, such as `renew admin@aare.example`, each once. */
async function toldOf({ tenantId }: TestTenant, since: Date): Promise<readonly string[]> {
  const rows = await service.at.database.query<{ told: string }>(
    `select distinct kind || ' ' || email as told from notices
    where tenant_id = $1 and created_at >= $2 and kind in ('renew', 'archived', 'deletes_soon', 'deleted', 'kept', 'cannot_archive')
    order by told`,
    [tenantId, since],
  );
  return rows.map(({ told }) => told);
}

/** How many groups the next twelve months archive and delete under the present policy. */
async function foreseen({ tenantId, templateIds }: TestTenant): Promise<readonly unknown[]> {
  const saved = await service.change(({ stores }) => stores.tenants.find(tenantId));
  const templates = await service.change(({ stores }) => stores.templates.list(tenantId));
  const policy = templates.find(({ templateId }) => templateId === templateIds.any)?.policy;
  assert.ok(saved && policy);
  const { forecast } = await previewLifecycle(
    service.at.database,
    {
      tenantId,
      templateId: templateIds.any,
      change: { kind: 'template', policy },
      settings: noticeSettingsOf(saved),
    },
    withoutRest,
    { forecast: 10 },
  );
  return [forecast?.archived, forecast?.deleted];
}

async function stateOf(tenant: TestTenant, teamId: string): Promise<string> {
  return ((await service.call(tenant, `/teams/${teamId}`)).body as { state: string }).state;
}

async function toDo({ tenantId }: TestTenant): Promise<readonly string[]> {
  const causes = await createToDoReader(service.at.database)(tenantId, noLimit);
  return causes
    .map(({ cause, id }) => (cause === 'question' ? `question ${id}` : cause))
    .toSorted();
}

const wholeLife = (person: string) =>
  ['archived', 'deleted', 'deletes_soon', 'renew'].map((kind) => `${kind} ${person}`);

const choices = [false, true];
const circumstances = choices.flatMap((hasSuccession) =>
  choices.flatMap((hasOwner) =>
    choices.map((hasSteward) => ({ hasSuccession, hasOwner, hasSteward })),
  ),
);

/** @param oneIn of so many circumstances of a group that ends, one is tried, which the seed draws */
export function nobodyAnswers(oneIn: number): void {
  for (const given of everyNth(circumstances, oneIn)) {
    const { hasSuccession, hasOwner, hasSteward } = given;
    const takesOver = hasSuccession && (hasOwner || hasSteward);
    const person = takesOver && hasOwner ? yuki : hasSteward ? lena : admin;
    const words = [
      hasSuccession ? 'with' : 'without',
      'succession,',
      hasOwner ? 'with' : 'without',
      'another owner and',
      hasSteward ? 'with' : 'without',
      'a steward',
    ];
    test(`a group of closed accounts ends after questions and warnings to someone: ${words.join(' ')}`, async () => {
      const { tenant, teamId } = await make({ ...given, hasAdministrator: true });
      await closeAccounts(tenant);
      assert.deepEqual(await foreseen(tenant), [1, 1]);
      const since = await governance.now(tenant);
      await governance.advance(tenant, 50);
      const open = takesOver ? 'question renew' : 'unavailable';
      assert.ok((await toDo(tenant)).includes(open), JSON.stringify(await toDo(tenant)));
      assert.ok((await toDo(tenant)).includes('question renew'));
      assert.equal(await stateOf(tenant, teamId), 'active');
      await governance.advance(tenant, 80);
      const told = await toldOf(tenant, since);
      for (const line of wholeLife(person)) {
        assert.ok(told.includes(line), `${line}: ${JSON.stringify(told)}`);
      }
      // A person without an account gets no message.
      assert.deepEqual(
        told.filter((line) => line.endsWith(mara) || line.endsWith(tomas)),
        [],
      );
      assert.equal(await stateOf(tenant, teamId), 'deleted');
    });
  }

  test('where nobody at all can get a message, a group stays as it is and is on the list of what is to do, until someone can', async () => {
    const { tenant, teamId } = await make({});
    await closeAccounts(tenant);
    assert.deepEqual(await foreseen(tenant), [0, 0]);
    const since = await governance.now(tenant);
    await governance.advance(tenant, 130);
    assert.equal(await stateOf(tenant, teamId), 'active');
    assert.deepEqual(await toldOf(tenant, since), []);
    assert.deepEqual(await toDo(tenant), ['unavailable']);
    await setSteward(tenant, lena);
    await governance.advance(tenant, 120);
    assert.deepEqual(await toldOf(tenant, since), wholeLife(lena));
    assert.equal(await stateOf(tenant, teamId), 'deleted');
  });

  test('a steward who is named later takes over a group that nobody answers for at the next tick', async () => {
    const { tenant, teamId } = await make({ hasSuccession: true, hasAdministrator: true });
    await closeAccounts(tenant);
    await governance.advance(tenant, 10);
    await setSteward(tenant, lena);
    await governance.runDue(tenant);
    const [row] = await service.at.database.query<{ responsibleId: string }>(
      'select responsible_id from team_search where tenant_id = $1 and team_id = $2',
      [tenant.tenantId, teamId],
    );
    assert.equal(row?.responsibleId, await personIdOf(service.at.database, tenant, lena));
  });

  test('an archived group whose people leave is deleted once someone was warned, and a renewal saves it', async () => {
    const { tenant, teamId } = await make({});
    await governance.advance(tenant, 62);
    assert.equal(await stateOf(tenant, teamId), 'archived');
    await closeAccounts(tenant);
    assert.deepEqual(await foreseen(tenant), [0, 0]);
    const since = await governance.now(tenant);
    await governance.advance(tenant, 100);
    assert.equal(await stateOf(tenant, teamId), 'archived');
    assert.deepEqual(await toldOf(tenant, since), []);
    assert.deepEqual(await toDo(tenant), ['unavailable']);
    await addAdministrator(tenant);
    await governance.advance(tenant, 8);
    assert.deepEqual(await toldOf(tenant, since), [`deletes_soon ${admin}`]);
    const path = `/teams/${teamId}/renewal`;
    assert.equal((await service.call(tenant, path, { method: 'POST', body: {} })).status, 200);
    await governance.runDue(tenant);
    assert.equal(await stateOf(tenant, teamId), 'active');
  });

  test('a warning that reaches none of its people goes to the steward and the administrators', async () => {
    const given = { responsible: lost, deputy: null, hasSteward: true, hasAdministrator: true };
    const { tenant, teamId } = await make(given);
    const since = await governance.now(tenant);
    await governance.advance(tenant, 150);
    const told = await toldOf(tenant, since);
    for (const line of [`renew ${lena}`, `deletes_soon ${lena}`, `deletes_soon ${admin}`]) {
      assert.ok(told.includes(line), `${line}: ${JSON.stringify(told)}`);
    }
    assert.equal(await stateOf(tenant, teamId), 'deleted');
  });

  suite('news for the steward goes to the administrators', () => {
    const messagesOf = ({ tenantId }: TestTenant, kind: string) =>
      service.at.database.query<{ email: string }>(
        'select email from notices where tenant_id = $1 and kind = $2',
        [tenantId, kind],
      );

    test('of a creation that failed, where there is no steward or the account is closed', async () => {
      for (const hasSteward of [true, false]) {
        const { tenant } = await make({ hasSteward, hasAdministrator: true });
        if (hasSteward) await closeAccounts(tenant, [lena]);
        await governance.setPolicy(tenant, { notices: { failed: ['steward'] } });
        await service.call(tenant, '/teams', {
          method: 'POST',
          body: teamRequest('fails', { owners: ['nobody@aare.example'] }),
          headers: { prefer: 'wait=30' },
        });
        await eventually(async () => {
          await service.service.runDue();
          return (await messagesOf(tenant, 'creation_failed')).length > 0;
        }, 'someone learns of the failure');
        assert.deepEqual(await messagesOf(tenant, 'creation_failed'), [{ email: admin }]);
      }
    });

    test('of a role that nobody accepts, where the account of the steward is closed', async () => {
      const { tenant } = await make({ hasSteward: true, hasAdministrator: true });
      await closeAccounts(tenant, [lena]);
      await governance.setPolicy(tenant, { responsibility: { acceptWithinDays: 14 } });
      await governance.create(tenant, teamRequest('accepted', { owners: [] }));
      await governance.advance(tenant, 20);
      const told = await messagesOf(tenant, 'not_accepted');
      assert.deepEqual(new Set(told.map(({ email }) => email)), new Set([admin]));
    });
  });
}
