import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PersonState } from '../../directory/people-life.ts';
import type { Assignee } from '../../messages/tasks/task.ts';
import { type ApproverDirectory, askingOnce, findStage } from './find-approvers.ts';
import { followUp, nextFollowUp } from './follow-up.ts';

const dayMs = 86_400_000;
const openedAt = new Date('2027-03-01T08:00:00Z');
const onDay = (days: number) => new Date(openedAt.getTime() + days * dayMs);
const policy = { remindDays: [2, 5] };
const person = (personId: string): Assignee => ({
  personId,
  email: `${personId}@aare.example`,
  displayName: personId,
  language: null,
});
const task = { openedAt, assignees: [person('ines'), person('jan')], data: {} };
const found = { stage: 1, assignees: task.assignees };

suite('an open stage over time', () => {
  test('is looked at again at its next reminder, and otherwise after a day', () => {
    assert.deepEqual(nextFollowUp(task, policy, openedAt), onDay(1));
    assert.deepEqual(nextFollowUp(task, policy, onDay(1.5)), onDay(2));
    assert.deepEqual(nextFollowUp(task, undefined, onDay(9)), onDay(10));
  });

  test('reminds once for each day of the policy', () => {
    const at = (days: number, reminders: number) =>
      followUp({ ...task, data: { reminders } }, { stage: 1, found, policy, now: onDay(days) });
    const reminded = [at(1, 0), at(2, 0), at(3, 1), at(9, 1)].map(
      (next) => next.kind === 'stays' && [next.isReminder, next.reminder, next.informed.length],
    );
    assert.deepEqual(reminded, [
      [false, 0, 0],
      [true, 1, 2],
      [false, 1, 0],
      [true, 2, 2],
    ]);
  });

  test('informs new people alone of a change of its people', () => {
    const changed = { stage: 1, assignees: [person('jan'), person('kim')] };
    const next = followUp(task, { stage: 1, found: changed, policy, now: onDay(1) });
    assert.deepEqual(next, {
      kind: 'stays',
      assignees: changed.assignees,
      informed: [person('kim')],
      reminder: 0,
      isReminder: false,
    });
  });

  test('moves on when it has nobody any more', () => {
    const later = { stage: 2, assignees: [person('kim')] };
    const next = followUp(task, { stage: 1, found: later, policy, now: onDay(1) });
    assert.deepEqual(next, { kind: 'moves_on', stage: 2 });
  });
});

suite('the people of a stage', () => {
  const present = (id: string, enabled = true): PersonState => ({
    state: 'present',
    ...person(id),
    id,
    email: `${id}@aare.example`,
    displayName: id,
    kind: 'member',
    enabled,
    licensed: true,
    manager: id === 'mara' ? { id: 'boss', email: 'boss@aare.example', displayName: 'Boss' } : null,
    leavesOn: null,
  });
  let asked = 0;
  const directory: ApproverDirectory = {
    async findPeople(_, references) {
      asked += 1;
      return new Map(
        references.map((reference) => {
          const id = reference.split('@')[0] ?? '';
          const known = { ...present(id), licensed: true } as const;
          return [reference, known.state === 'present' && id !== 'unknown' ? known : undefined];
        }),
      );
    },
    findMembers: async (_, group) => (group === 'board@x.y' ? ['ines', 'mara', 'gone'] : undefined),
    readPeople: async (_, ids) =>
      ids.map((id) => (id === 'gone' ? { state: 'deleted', id } : present(id, id !== 'off'))),
  };
  const stage = (...stages: string[][]) =>
    findStage(directory, {
      tenantId: 'tenant',
      policy: { stages: stages.map((by) => ({ by })), selfApproval: false },
      stage: 1,
      responsibleId: 'mara',
      steward: 'steward@aare.example',
    }).then(({ stage: number, assignees }) => [
      number,
      ...assignees.map(({ personId }) => personId),
    ]);

  test('are named, managers and members of groups, each once, without the responsible person and leavers', async () => {
    const by = ['manager', 'boss@aare.example', 'group:board@x.y', 'off@x.y', 'unknown@x.y'];
    assert.deepEqual(await stage(by), [1, 'boss', 'ines']);
  });

  test('are those of the next stage where the first has nobody, and at last the steward', async () => {
    assert.deepEqual(await stage(['group:none@x.y'], ['mara@aare.example'], ['jan@x.y']), [
      3,
      'jan',
    ]);
    assert.deepEqual(await stage(['group:none@x.y'], ['off@x.y']), [2, 'steward']);
  });

  test('are asked for once in a run over many approvals', async () => {
    const once = askingOnce(directory);
    asked = 0;
    await Promise.all([1, 2, 3].map(() => once.findPeople('tenant', ['jan@x.y'])));
    assert.equal(asked, 1);
  });
});
