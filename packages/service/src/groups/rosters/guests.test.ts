// Guests of rosters through the API, on the sandbox directory: who is invited, who is not and why, and when a guest leaves.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { readGroupRosters } from './rosters.postgres.ts';
import { type Advance, createAdvance, type Policy } from '../../../testing/governance.ts';
import {
  startTestService,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

interface Item {
  person: string;
  personId: string | null;
  result: string;
  code: string | null;
  detail: string | null;
  guest: { displayName: string; invitedAt: string | null } | null;
}

const yuki = testPeople[2] ?? '';
let service: TestService;
let tenant: TestTenant;
let clock: Advance;
let count = 0;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  clock = createAdvance(service);
  await setGuests({
    invite: true,
    domains: ['partner.example', 'refused.example'],
    longest: 'P180D',
  });
});
after(() => service.close());

const setGuests = (guests: NonNullable<Policy>['guests'] | null = null, others: Policy = {}) =>
  clock.setPolicy(tenant, { ...others, guests });

async function create(alias = `guests-${(count += 1)}`): Promise<string> {
  const teamId = await service.createTeam(tenant, alias);
  await clock.runDue(tenant);
  return teamId;
}

async function inDays(days: number): Promise<string> {
  return new Date((await clock.now(tenant)).getTime() + days * 86_400_000).toISOString();
}

const guestOf = (person: string, until: string | null, others: object = {}) => ({
  person,
  until,
  guest: { displayName: 'Ola Nordmann', invite: true },
  ...others,
});

async function send(method: string, path: string, body?: unknown) {
  return service.call(tenant, path, { method, body, headers: { prefer: 'wait=30' } });
}

async function put(teamId: string, members: readonly object[], source = 'hr') {
  const answer = await send('PUT', `/teams/${teamId}/rosters/${source}`, { members });
  await clock.runDue(tenant);
  return answer as {
    status: number;
    body: { status: string; errors: { pointer: string; code: string }[] };
  };
}

async function read(teamId: string, source = 'hr'): Promise<{ invited: number; items: Item[] }> {
  const { body } = await service.call(tenant, `/teams/${teamId}/rosters/${source}`);
  return body as { invited: number; items: Item[] };
}

async function membersOf(teamId: string): Promise<readonly string[]> {
  const rows = await service.at.database.query<{ email: string }>(
    `select p.email from sandbox_groups g join sandbox_people p on p.tenant_id = g.tenant_id
      and p.person_id = any (g.member_ids) and p.person_id <> all (g.owner_ids)
    where g.marker = $1 order by p.email`,
    [teamId],
  );
  return rows.map(({ email }) => email);
}

const eventsOf = (teamId: string) =>
  service.at.database.query<{ action: string; data: { people: string[]; source: string } }>(
    `select action, data from activity where subject_id = $1 and action like 'guest.%' order by activity_id`,
    [teamId],
  );

/** The sentence of the step of the invitations in each operation of the group; null: none. */
const saidOf = async (teamId: string) => {
  const rows = await service.at.database.query<{ detail: string | null }>(
    `select step ->> 'detail' as detail from operations, jsonb_array_elements(steps) step
     where team_id = $1 and step ->> 'name' = 'invite_guests' order by number`,
    [teamId],
  );
  return rows.map(({ detail }) => detail);
};

suite('a guest of a roster', () => {
  test('is invited, is in the group until the end, and keeps the account', async () => {
    const teamId = await create();
    const until = await inDays(30);
    const { status, body } = await put(teamId, [guestOf('ola@partner.example', until)]);
    assert.deepEqual([status, body.status], [200, 'succeeded'], JSON.stringify(body));
    assert.deepEqual(await saidOf(teamId), ['Invited 1 guest.']);
    assert.deepEqual(await membersOf(teamId), ['ola@partner.example', yuki].toSorted());
    const [item] = (await read(teamId)).items;
    assert.equal(item?.result, 'invited');
    assert.match(item?.detail ?? '', /has not accepted/);
    assert.ok(item?.guest?.invitedAt);
    await service.at.database.query(
      "update sandbox_people set is_pending = false where email = 'ola@partner.example'",
    );
    await clock.advance(tenant, 2);
    assert.equal((await read(teamId)).items[0]?.result, 'added');
    await clock.advance(tenant, 18);
    assert.equal((await clock.noticesOf(tenant, teamId))['guest_leaves'], undefined);
    await clock.advance(tenant, 5);
    assert.equal((await clock.noticesOf(tenant, teamId))['guest_leaves'], 1);
    const [told] = await service.at.database.query<{ email: string; data: { person: string } }>(
      "select email, data from notices where team_id = $1 and kind = 'guest_leaves'",
      [teamId],
    );
    assert.deepEqual([told?.email, told?.data.person], [testPeople[0], 'ola@partner.example']);
    await clock.advance(tenant, 7);
    assert.equal((await clock.noticesOf(tenant, teamId))['guest_leaves'], 1);
    assert.deepEqual(await membersOf(teamId), [yuki]);
    assert.deepEqual(
      (await eventsOf(teamId)).map(({ action, data }) => [action, data.people, data.source]),
      [
        ['guest.invited', ['ola@partner.example'], 'hr'],
        ['guest.ended', ['ola@partner.example'], 'hr'],
      ],
    );
    const accounts = await service.at.database.query(
      "select from sandbox_people where email = 'ola@partner.example'",
    );
    assert.equal(accounts.length, 1);
  });

  test('who is in the directory already is taken and not invited', async () => {
    await service.change(({ sandboxPeople }) =>
      sandboxPeople.add(testOperator, tenant.tenantId, {
        email: 'known@partner.example',
        name: 'Known',
        kind: 'guest',
      }),
    );
    const teamId = await create();
    await put(teamId, [guestOf('Known@partner.example', await inDays(20))]);
    const [item] = (await read(teamId)).items;
    assert.deepEqual([item?.result, item?.guest?.invitedAt], ['added', null]);
    assert.deepEqual(await eventsOf(teamId), []);
  });

  test('with faults is refused with all of them at once, and nobody is invited', async () => {
    const teamId = await create();
    const refused = await put(teamId, [
      guestOf('a@partner.example', await inDays(181)),
      guestOf('b@partner.example', null),
      guestOf('c@elsewhere.example', await inDays(5)),
      guestOf('d@partner.example', await inDays(5), { role: 'owner' }),
      guestOf('02bd9fd6-8f93-4758-87c3-1fb73740a315', await inDays(5)),
      guestOf('e@partner.example', await inDays(5), { guest: { displayName: 'E', invite: false } }),
    ]);
    assert.deepEqual(
      [refused.status, refused.body.errors.map(({ pointer, code }) => `${pointer} ${code}`)],
      [
        422,
        [
          '/members/0/until too_late',
          '/members/1/until end_required',
          '/members/2/person domain_not_allowed',
          '/members/3/role guest_owner',
          '/members/4/person not_valid',
          '/members/5/guest/invite not_allowed',
        ],
      ],
    );
    assert.deepEqual(await membersOf(teamId), [yuki]);
  });

  test('is invited only where the template permits it now', async () => {
    const teamId = await create();
    const members = [guestOf('late@partner.example', await inDays(5))];
    const codes = async () => (await put(teamId, members)).body.errors.map(({ code }) => code);
    await setGuests(null);
    assert.deepEqual(await codes(), ['invitation_not_allowed']);
    await setGuests({ invite: false });
    assert.deepEqual(await codes(), ['invitation_not_allowed']);
    await setGuests({ invite: true, longest: 'P1Y' }, { settings: null });
    assert.equal((await put(teamId, members)).status, 200);
    await setGuests({
      invite: true,
      domains: ['partner.example', 'refused.example'],
      longest: 'P180D',
    });
  });

  test('whom the tenant refuses, and whose account is disabled, has a result in words', async () => {
    const teamId = await create();
    await service.change(({ sandboxPeople }) =>
      sandboxPeople.add(testOperator, tenant.tenantId, {
        email: 'off@partner.example',
        name: 'Off',
        kind: 'guest',
        enabled: false,
      }),
    );
    const until = await inDays(30);
    await put(teamId, [guestOf('x@refused.example', until), guestOf('off@partner.example', until)]);
    const { items } = await read(teamId);
    assert.deepEqual(
      items.map(({ person, result, code }) => [person, result, code]),
      [
        ['off@partner.example', 'refused', 'guest_disabled'],
        ['x@refused.example', 'refused', 'domain_refused'],
      ],
    );
    assert.match(items[0]?.detail ?? '', /enable it in the Entra admin center/);
    assert.match(items[1]?.detail ?? '', /external collaboration settings/);
    await service.at.database.query(
      "update sandbox_people set enabled = true where email = 'off@partner.example'",
    );
    await clock.advance(tenant, 2);
    assert.deepEqual((await read(teamId)).items[0]?.result, 'added');
  });

  test('is not invited without the permission, which the result names', async () => {
    const teamId = await create('guests-sandbox-no-invitations');
    await put(teamId, [guestOf('nora@partner.example', await inDays(5)), { person: yuki }]);
    const [item, kept] = (await read(teamId)).items;
    assert.deepEqual([item?.result, item?.code], ['refused', 'invitation_permission_missing']);
    assert.match(item?.detail ?? '', /User\.Invite\.All/);
    assert.equal(kept?.result, 'kept');
    assert.deepEqual(await saidOf(teamId), [null], 'nobody was invited');
  });

  test('whose invitation has no answer is taken and not invited again', async () => {
    const teamId = await create('guests-sandbox-lost-invitation');
    await put(teamId, [guestOf('lost@partner.example', await inDays(5))]);
    assert.equal((await read(teamId)).items[0]?.result, 'invited');
    assert.deepEqual(
      (await eventsOf(teamId)).map(({ action }) => action),
      ['guest.invited'],
    );
  });

  test('is planned as invited, and nothing happens', async () => {
    const teamId = await create();
    const members = [
      guestOf('plan@partner.example', await inDays(5)),
      { person: 'nobody@partner.example' },
    ];
    const { body } = await send('POST', `/teams/${teamId}/rosters/hr/plan`, { members });
    const { people, invited } = body as { people: Item[]; invited: number };
    assert.deepEqual(
      [invited, people.map(({ person, result }) => [person, result])],
      [
        1,
        [
          ['plan@partner.example', 'invited'],
          ['nobody@partner.example', 'waiting'],
        ],
      ],
    );
    const found = await service.at.database.query(
      "select from sandbox_people where email = 'plan@partner.example'",
    );
    assert.deepEqual(found, []);
  });

  test('whom the directory has as a guest needs an end, too, where the template limits the stay', async () => {
    const teamId = await create();
    await put(teamId, [{ person: 'known@partner.example' }]);
    assert.deepEqual(
      (await read(teamId)).items.map(({ result, code }) => [result, code]),
      [['refused', 'end_required']],
    );
  });
});

test('a template that allows no guests cannot have any invited', async () => {
  const refusals: Policy[] = [{ guestsAllowed: false }, { settings: { guests: 'deny' } }];
  for (const refusing of refusals) {
    await assert.rejects(setGuests({ invite: true }, refusing), /invite/);
  }
});

test('whom another group has had invited is not invited again, although searches lag', async () => {
  const [first, second, third] = [await create(), await create(), await create()];
  const person = 'lagging@partner.example';
  await put(first, [guestOf(person, await inDays(30))]);
  const [{ personId } = { personId: null }] = (await read(first)).items;
  assert.ok(personId);
  const { database } = service.at;
  await database.query('update sandbox_people set email = $2 where person_id = $1', [
    personId,
    'hidden@partner.example',
  ]);
  await put(second, [guestOf(person, await inDays(30))]);
  const [item] = (await read(second)).items;
  assert.deepEqual([item?.personId, item?.result], [personId, 'invited']);
  assert.deepEqual(await eventsOf(second), [], 'there is no other invitation');
  // The process died: the operation of the first group is not recorded as ended.
  await put(third, [guestOf(person, await inDays(30))]);
  const entryOf = async (facts: object) => {
    let found: object | undefined;
    const rollback = new Error('rolled back');
    const work = database.transaction(async (transaction) => {
      await transaction.query(
        'update roster_entries set invited_at = null, person_id = null where person_key = $1',
        [person],
      );
      await transaction.query(
        "update operations set status = 'running', facts = $2 where team_id = $1",
        [first, JSON.stringify(facts)],
      );
      const key = { tenantId: tenant.tenantId, teamId: third, source: 'hr' };
      const [entry] = (await readGroupRosters(transaction, key))?.entries ?? [];
      found = { personId: entry?.personId, invitedAt: entry?.invitedAt };
      throw rollback;
    });
    await assert.rejects(work, rollback);
    return found;
  };
  const at = (await clock.now(tenant)).getTime();
  const done = { missing: [], done: { [person]: { personId, at } } };
  const known = (await entryOf({ invitations: done })) as { personId: string; invitedAt: string };
  assert.equal(known.personId, personId);
  assert.ok(known.invitedAt);
  const unsure = (await entryOf({ inviting: { key: person, since: at } })) as typeof known;
  assert.deepEqual([unsure.personId, unsure.invitedAt], [null, known.invitedAt]);
  const none = await entryOf({ invitations: { missing: [], done: {} } });
  assert.deepEqual(none, { personId: null, invitedAt: null });
});
