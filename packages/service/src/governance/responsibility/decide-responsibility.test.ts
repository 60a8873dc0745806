import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '../../groups/change/accept-operation.ts';
import type { Task } from '../../messages/tasks/task.ts';
import { createResponsibilityDecisions } from './decide-responsibility.postgres.ts';

const assignee = (personId: string) => ({
  personId,
  email: null,
  displayName: null,
  language: null,
});
const taskOf = (...people: string[]) =>
  ({ tenantId: 't', teamId: 'g', cause: null, assignees: people.map(assignee) }) as unknown as Task;

async function takeOver(task: Task, decision: { person?: string; assigneeId?: string }) {
  const accepted: Partial<OperationRequest>[] = [];
  const handlers = createResponsibilityDecisions({
    acceptOperationsIn: () => async (_, requests) => {
      accepted.push(...requests);
      return [];
    },
  });
  const handler = handlers.find(({ kind }) => kind === 'take_over');
  const actor = { kind: 'administrator', id: 'admin' } as const;
  const by = { decision: 'accept', reason: null, actor, via: 'admin' } as const;
  await handler?.apply({ query: async () => [] }, task, {
    ...by,
    ...decision,
  });
  const offers = (['assignee', 'other'] as const).map((decider) =>
    handler?.options(task, decider).map(({ decision: one, asks }) => [one, asks]),
  );
  return { responsible: accepted[0]?.change?.responsible, offers };
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
