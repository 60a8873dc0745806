// Dies at boundaries of an operation of each kind: before and after each statement and commit, which with the sandbox
// is before and after each call of the directory too. The next process ends in the same state.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { useDyingService } from '../../../testing/dying-service.ts';
import { createAdvance } from '../../../testing/governance.ts';
import { firstDrawn } from '../../../testing/drawn.ts';
import { teamRequest, testPeople } from '../../../testing/service.ts';
import type { OperationKind } from './operation.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const dying = useDyingService();
const send = (method: string, path: string, body?: unknown) => dying.send(method, path, body);

/** A request for an operation, and one that undoes it before the next round. */
interface Operation {
  readonly kind: OperationKind;
  readonly ask: (path: string, round: number) => Promise<string>;
  readonly undo?: (path: string) => Promise<string>;
  /** Whether `undo` comes first, because a new group is as the operation leaves it. */
  readonly isUndoneFirst?: boolean;
}

const archive = (path: string) => send('POST', `${path}/archive`, {});
const unarchive = (path: string) => send('POST', `${path}/unarchive`, {});
const remove = (path: string) => send('DELETE', path);
const restore = (path: string) => send('POST', `${path}/restore`, {});

const operations: readonly Operation[] = [
  {
    kind: 'change',
    ask: (path, round) =>
      send('PATCH', path, {
        displayName: `Round ${round}`,
        members:
          round % 2 === 1 ? { add: [lena], remove: [yuki] } : { add: [yuki], remove: [lena] },
      }),
  },
  {
    kind: 'handover',
    ask: (path, round) =>
      send('PATCH', path, {
        ...(round % 2 === 1
          ? { responsible: yuki, deputy: lena }
          : { responsible: mara, deputy: tomas }),
        former: 'none',
      }),
  },
  { kind: 'archive', ask: archive, undo: unarchive },
  { kind: 'unarchive', ask: unarchive, undo: archive, isUndoneFirst: true },
  { kind: 'delete', ask: remove, undo: restore },
  { kind: 'restore', ask: restore, undo: remove, isUndoneFirst: true },
  {
    kind: 'repair',
    ask: async (path) => {
      await dying.at.database.query(
        `update sandbox_groups
        set display_name = 'Elsewhere', archived_at = now(), owner_ids = '{}', settings = '{}' where marker = $1`,
        [path.slice('/teams/'.length)],
      );
      const properties = ['displayName', 'settings', 'archived', 'responsible', 'deputy'];
      return send('POST', `${path}/repair`, { properties });
    },
  },
];

/** All that an operation leaves behind, in the directory and in the records. */
async function stateOf(teamId: string, operationId: string) {
  const [state] = await dying.at.database.query(
    `select o.status, o.waiting, o.error, t.display_name as "displayName", t.archived_at is not null as archived,
      t.deleted_at is not null as deleted, t.alias_key is not null as "hasAlias", t.people,
      (select count(*)::integer from organisation_groups g where g.team_id = t.team_id) as listed,
      (select jsonb_agg(jsonb_build_array(s.names, s.responsible_id, s.deputy_id, s.people))
        from team_search s where s.team_id = t.team_id) as searched,
      (select jsonb_agg(a.action order by a.activity_id) from activity a
        where a.subject_id = t.team_id::text and a.data ->> 'operationId' = o.operation_id::text) as actions,
      (select jsonb_agg(jsonb_build_object('name', g.display_name, 'settings', g.settings, 'archived', g.archived_at is not null, 'owners', array(
          select email from sandbox_people p where p.person_id = any (g.owner_ids) order by email
        ), 'members', array(
          select email from sandbox_people p where p.person_id = any (g.member_ids) order by email
        ))) from sandbox_groups g where g.marker = t.team_id) as directory,
      (select count(*)::integer from sandbox_deleted_groups g where g.marker = t.team_id) as "inBin"
    from operations o join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
    where o.team_id = $1 and o.operation_id = $2`,
    [teamId, operationId],
  );
  return state;
}

/** @param oneIn of so many boundaries, one is tried; the seed decides where they begin */
export function dieAtBoundaries(oneIn: number): void {
  suite('a process that dies at any boundary of an operation', () => {
    before(() =>
      createAdvance(dying.api).setPolicy(dying.tenant, {
        settings: {
          guests: 'deny',
          members: { addApps: false },
          sensitivityLabel: '5a4db0c5-0000-4000-8000-000000000001',
        },
      }),
    );

    for (const { kind, ask, undo, isUndoneFirst = false } of operations) {
      test(`${kind}: the next one ends in the same state (1 boundary in ${oneIn})`, async (context) => {
        const worker = await dying.startWorker();
        const teamId = await send('POST', '/teams', teamRequest(`c-${kind}`));
        const path = `/teams/${teamId}`;
        await worker.settled();
        if (isUndoneFirst && undo !== undefined) {
          await undo(path);
          await worker.settled();
        }
        // Two rounds without a death say how it ends: odd rounds change what even rounds change back.
        const expected: unknown[] = [];
        let round = 1;
        for (; round <= 2; round += 1) {
          const operationId = await ask(path, round);
          await worker.settled();
          expected[round % 2] = await stateOf(teamId, operationId);
          if (undo !== undefined) await undo(path);
          await worker.settled();
        }
        let deaths = 0;
        for (let boundary = firstDrawn(oneIn); ; boundary += oneIn, round += 1) {
          const { answer, survived } = await worker.dieAt(boundary, () => ask(path, round));
          const state = await stateOf(teamId, answer);
          const same = (one: unknown): unknown =>
            JSON.parse(JSON.stringify(one).replaceAll(/round \d+/gi, 'round'));
          assert.deepEqual(same(state), same(expected[round % 2]), `boundary ${boundary}`);
          if (survived) break;
          deaths += 1;
          if (undo !== undefined) {
            await undo(path);
            await worker.settled();
          }
        }
        await worker.close();
        context.diagnostic(`${deaths} deaths`);
        assert.ok(deaths * oneIn >= 6, `${deaths} deaths`);
      });
    }
  });
}
