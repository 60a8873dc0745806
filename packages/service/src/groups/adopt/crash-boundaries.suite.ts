// Dies at boundaries of an adoption. The next process finishes it: the group has one record, our marker and its people,
// and a group whose adoption failed has all that it had.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { useDyingService } from '../../../testing/dying-service.ts';
import { startVictim } from '../../../testing/dying-worker.ts';
import { createAdvance } from '../../../testing/governance.ts';
import { firstDrawn } from '../../../testing/drawn.ts';
import { testPeople } from '../../../testing/service.ts';
import { addWildGroup } from '../../../testing/wild-sandbox-group.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const dying = useDyingService();

interface Adopted {
  readonly groupId: string;
  readonly teamId: string;
}

const adopt = (groupId: string, others: Readonly<Record<string, unknown>>) =>
  dying.send('POST', '/teams/adoption', {
    groupId,
    organisationIdOrIdentifier: 'aare',
    templateIdOrIdentifier: 'project',
    responsible: mara,
    deputy: lena,
    names: 'conform',
    ...others,
  });

/** The worker dies some boundaries later each time, until an adoption gets through alive. */
async function dieEverywhere(
  oneIn: number,
  prefix: string,
  others: Readonly<Record<string, unknown>> = {},
  least = 10,
): Promise<readonly Adopted[]> {
  const adopted: Adopted[] = [];
  const { at, tenant } = dying;
  const worker = await dying.startWorker();
  for (let boundary = firstDrawn(oneIn); ; boundary += oneIn) {
    const groupId = await addWildGroup(at.database, tenant.tenantId, {
      mailNickname: `prj-${prefix}${boundary}`,
      displayName: `Harbour ${boundary}`,
      owners: [tomas],
      members: [yuki],
    });
    // The brake of the template counts the failures of the last hour.
    await at.database.query(
      "update provisionings set completed_at = completed_at - interval '2 hours' where tenant_id = $1 and status = 'failed'",
      [tenant.tenantId],
    );
    const { answer: teamId, survived } = await worker.dieAt(boundary, () => adopt(groupId, others));
    adopted.push({ groupId, teamId });
    if (!survived) continue;
    await worker.close();
    assert.ok(boundary > least, `${boundary} boundaries`);
    return adopted;
  }
}

interface Seen {
  readonly groupId: string;
  readonly status: string;
  readonly records: number;
  readonly marker: string | null;
  readonly displayName: string;
  readonly owners: readonly string[];
  readonly members: readonly string[];
}

async function seen(teamIds: readonly string[]): Promise<readonly Seen[]> {
  const emails = (ids: string) => `array(
    select p.email from sandbox_people p where p.tenant_id = g.tenant_id and p.person_id = any (g.${ids}) order by 1
  )`;
  return dying.at.database.query<Seen & Record<string, unknown>>(
    `select g.group_id, p.status, g.marker, g.display_name, ${emails('owner_ids')} as owners,
       ${emails('member_ids')} as members, (
         select count(*)::integer from provisionings o
         where o.tenant_id = g.tenant_id and o.directory_group_id = g.group_id::text
       ) as records
     from provisionings p join sandbox_groups g
       on g.tenant_id = p.tenant_id and g.group_id::text = p.directory_group_id
     where p.tenant_id = $1 and p.team_id = any ($2::uuid[])
     order by p.team_id`,
    [dying.tenant.tenantId, teamIds],
  );
}

/** @param oneIn of so many boundaries, one is tried; the seed decides where they begin */
export function dieAtBoundaries(oneIn: number): void {
  suite(`an adoption whose process dies at any boundary (1 in ${oneIn})`, () => {
    test('succeeds once, and a second run changes nothing', async () => {
      const adopted = await dieEverywhere(oneIn, '');
      const groups = await seen(adopted.map(({ teamId }) => teamId));
      assert.equal(groups.length, adopted.length);
      for (const { groupId, ...group } of groups) {
        const { teamId } = adopted.find((one) => one.groupId === groupId) ?? assert.fail();
        const { displayName, ...others } = group;
        assert.match(displayName, /^Project \d+$/);
        assert.deepEqual(others, {
          status: 'succeeded',
          records: 1,
          marker: teamId,
          owners: [lena, mara, tomas].toSorted(),
          members: [lena, mara, tomas, yuki].toSorted(),
        });
      }
      for (const { groupId } of adopted) {
        const again = await dying.api.call(dying.tenant, '/teams/adoption/plan', {
          method: 'POST',
          body: {
            groupId,
            organisationIdOrIdentifier: 'aare',
            templateIdOrIdentifier: 'any',
            names: 'keep',
          },
        });
        const { outcome, faults } = again.body as { outcome: string; faults: { code: string }[] };
        assert.deepEqual([outcome, faults[0]?.code], ['refused', 'already_governed']);
      }
      assert.deepEqual(await seen(adopted.map(({ teamId }) => teamId)), groups);
    });

    test('writes the required label and settings once for the record, and people after them', async () => {
      const settings = { guests: 'deny', sensitivityLabel: '5a4db0c5-0000-4000-8000-000000000001' };
      await createAdvance(dying.api).setPolicy(dying.tenant, {
        settings: { ...settings, guests: 'deny' },
        protection: { required: true },
      });
      const others = { templateIdOrIdentifier: 'any', names: 'keep' };
      const adopted = await dieEverywhere(oneIn, 's', others);
      const rows = await dying.at.database.query(
        `select p.status, g.settings, cardinality(g.owner_ids) as owners, (
        select count(*)::integer from activity a
        where a.subject_id = p.team_id::text and a.action = 'group.settings_applied'
      ) as events
      from provisionings p join sandbox_groups g on g.tenant_id = p.tenant_id and g.marker = p.team_id
      where p.tenant_id = $1 and p.team_id = any ($2::uuid[])`,
        [dying.tenant.tenantId, adopted.map(({ teamId }) => teamId)],
      );
      assert.equal(rows.length, adopted.length);
      for (const row of rows) {
        assert.deepEqual(row, { status: 'succeeded', settings, owners: 3, events: 1 });
      }
    });

    test('leaves the group as it was where the adoption fails', async () => {
      const adopted = await dieEverywhere(oneIn, 'x', { deputy: 'nobody@aare.example' }, 4);
      const groups = await seen(adopted.map(({ teamId }) => teamId));
      assert.equal(groups.length, adopted.length);
      for (const { groupId: _, displayName, ...group } of groups) {
        assert.match(displayName, /^Harbour \d+$/);
        assert.deepEqual(group, {
          status: 'failed',
          records: 1,
          marker: null,
          owners: [tomas],
          members: [tomas, yuki].toSorted(),
        });
      }
    });
  });

  suite(`an API process that dies between the plan and the answer (1 boundary in ${oneIn})`, () => {
    /** Dies some boundaries later each time, until it answers. */
    async function acceptEverywhere(
      prefix: string,
      accept: (groupId: string) => { readonly path: string; readonly body: object },
      idOf: (answer: unknown) => string | undefined,
    ): Promise<readonly string[]> {
      const { at, api, tenant } = dying;
      const groupIds: string[] = [];
      for (let boundary = firstDrawn(oneIn), survived = false; !survived; boundary += oneIn) {
        const groupId = await addWildGroup(at.database, tenant.tenantId, {
          mailNickname: `${prefix}-${boundary}`,
          owners: [tomas],
        });
        groupIds.push(groupId);
        const victim = await startVictim(at, 'api');
        const planned = await victim.process.call(tenant, '/teams/adoption/plan', {
          method: 'POST',
          body: bodyOf(groupId),
        });
        assert.equal((planned.body as { outcome: string }).outcome, 'succeeded');
        assert.deepEqual(await recordsOf([groupId]), [], 'a plan writes nothing');
        const { path, body } = accept(groupId);
        const headers = { 'idempotency-key': `"${prefix}-${boundary}"` };
        const send = (to: typeof api) => to.call(tenant, path, { method: 'POST', body, headers });
        victim.database.failAt(boundary);
        const first = await send(victim.process);
        survived = !victim.database.isDead;
        await victim.process.close();
        const again = await send(api);
        assert.equal(again.status, 200, JSON.stringify(again.body));
        const id = idOf(again.body);
        assert.equal(id, (first.status === 200 ? idOf(first.body) : undefined) ?? id);
        assert.ok(survived || boundary < 20, `it died at boundary ${boundary}`);
      }
      assert.ok(groupIds.length * oneIn > 2, `${groupIds.length} boundaries`);
      return groupIds;
    }

    const bodyOf = (groupId: string) => ({
      groupId,
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'any',
      responsible: mara,
      names: 'keep',
    });

    const recordsOf = (groupIds: readonly string[]) =>
      dying.at.database.query<{ status: string }>(
        `select status from provisionings where tenant_id = $1 and directory_group_id = any ($2::text[])`,
        [dying.tenant.tenantId, groupIds],
      );

    test('has accepted an adoption once or not at all, and a repetition finds which', async () => {
      const single = await acceptEverywhere(
        'api',
        (groupId) => ({ path: '/teams/adoption', body: bodyOf(groupId) }),
        (answer) => (answer as { teamId?: string }).teamId,
      );
      const batched = await acceptEverywhere(
        'batch',
        (groupId) => ({ path: '/batches', body: { kind: 'adopt', adoptions: [bodyOf(groupId)] } }),
        (answer) => (answer as { batchId?: string }).batchId,
      );
      const all = [...single, ...batched];
      const worker = await dying.startWorker();
      await worker.settled();
      await worker.close();
      assert.deepEqual(
        await recordsOf(all),
        all.map(() => ({ status: 'succeeded' })),
      );
    });
  });
}
