import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../ground/errors.ts';
import type { GroupChange } from '../../groups/change/operation.ts';
import type { Task, TaskKind } from '../../messages/tasks/task.ts';
import { createResponsibilityDecisions } from './decide-responsibility.postgres.ts';

const assignee = (personId: string) => ({
  personId,
  email: null,
  displayName: null,
  language: null,
});
const taskOf = (...people: string[]) =>
  ({ tenantId: 't', teamId: 'g', cause: null, assignees: people.map(assignee) }) as unknown as Task;

const answering = { now: new Date(0), responsibleId: 'Ada', deputyId: 'bo' };

/** The change that a decision asks for, or the faults of the decision. */
async function decided(
  kind: TaskKind,
  task: Task,
  decision: { decision: string; person?: string; personId?: string; assigneeId?: string },
) {
  const changes: (GroupChange | undefined)[] = [];
  const handler = createResponsibilityDecisions({
    database: { query: async () => [] },
    consequences: {
      findPerson: async () => undefined,
      examine: async () => undefined,
      request: async (_transaction, _task, _decision, consequence) => {
        changes.push(consequence?.change);
        return undefined;
      },
    },
  }).find((one) => one.kind === kind);
  const actor = { kind: 'administrator', id: 'admin' } as const;
  const sent = { reason: null, actor, via: 'admin', ...decision } as const;
  const query = async (text: unknown) =>
    (String(text).includes('deputy_id from team_search') ? [answering] : []) as never;
  try {
    await handler?.apply({ query }, task, sent);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.faults.map(({ pointer, code }) => [pointer, code]);
  }
  return changes[0];
}

async function takeOver(task: Task, decision: { person?: string; assigneeId?: string }) {
  const change = await decided('take_over', task, { decision: 'accept', ...decision });
  const handler = createResponsibilityDecisions({} as never).find(
    ({ kind }) => kind === 'take_over',
  );
  const offers = (['assignee', 'other'] as const).map((decider) =>
    handler?.options(task, decider).map(({ decision: one, asks }) => [one, asks]),
  );
  return { responsible: (change as GroupChange).responsible, offers };
}

test('an administrator names the person who takes over, unless a single one was asked', async () => {
  const several = await takeOver(taskOf('ines', 'jan'), { person: 'kim@aare.example' });
  assert.equal(several.responsible, 'kim@aare.example');
  assert.deepEqual(several.offers, [
    [
      ['accept', undefined],
      ['decline', undefined],
    ],
    [
      ['accept', 'person'],
      ['decline', undefined],
    ],
  ]);
  const single = await takeOver(taskOf('ines'), {});
  assert.deepEqual([single.responsible, single.offers[1]?.[0]], ['ines', ['accept', undefined]]);
});

test('the assignee who accepts takes over, also where several were asked', async () => {
  const { responsible } = await takeOver(taskOf('ines', 'jan'), { assigneeId: 'jan' });
  assert.equal(responsible, 'jan');
});

test('an administrator who is asked in place of others names the person who takes over', async () => {
  const { offers } = await takeOver(taskOf('admin@aare.example'), { person: 'kim@aare.example' });
  assert.deepEqual(offers[1]?.[0], ['accept', 'person']);
});

test('a deputy who takes over leaves the place of the deputy', async () => {
  const change = await decided('take_over', taskOf('bo', 'jan'), {
    decision: 'accept',
    assigneeId: 'bo',
  });
  assert.deepEqual(change, { responsible: 'bo', former: 'owner', deputy: null });
});

test('the responsible person passes the role on: to the deputy by changing places, and not to the person who has it', async () => {
  const task = { ...taskOf('ada'), data: { personId: 'ada', role: 'responsible' } };
  const passOn = (person: string, personId?: string) =>
    decided('accept_responsibility', task, {
      decision: 'pass_on',
      person,
      ...(personId !== undefined && { personId }),
    });
  assert.deepEqual(await passOn('kim@x.y', 'kim'), { responsible: 'kim@x.y', former: 'owner' });
  const places = { responsible: 'bo@x.y', former: 'owner', deputy: 'ada' };
  assert.deepEqual(await passOn('bo@x.y', 'bo'), places);
  assert.deepEqual(await passOn('ada@x.y', 'ada'), [['/person', 'nothing_to_change']]);
  // The directory cannot be asked: the operation finds out.
  assert.deepEqual(await passOn('ada@x.y'), { responsible: 'ada@x.y', former: 'owner' });
});

test('the deputy is never the responsible person, in whatever spelling', async () => {
  const person = { person: 'ada@x.y', personId: 'ada' };
  const named = await decided('name_deputy', taskOf('ada'), { decision: 'name', ...person });
  assert.deepEqual(named, [['/person', 'deputy_is_responsible']]);
  const task = { ...taskOf('bo'), data: { personId: 'bo', role: 'deputy' } };
  const passed = await decided('accept_deputy_role', task, { decision: 'pass_on', ...person });
  assert.deepEqual(passed, [['/person', 'deputy_is_responsible']]);
});
