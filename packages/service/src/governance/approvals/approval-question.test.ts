import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Assignee } from '../../messages/tasks/task.ts';
import { askForApproval } from './approval-question.ts';

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
const ines = person('ines');
const jan = person('jan');
const task = {
  kind: 'approve',
  cause: null,
  decisions: 'link',
  data: { lapse: 'rejected' },
  openedAt,
  dueAt: onDay(14),
} as const;

/** The open task asks Ines and Jan, and has reminded them that often. */
const follow = (days: number, reminders = 0, found = [ines, jan] as const) => {
  const open = { assignees: [ines, jan], progress: { reminders, isEscalated: false } };
  return askForApproval(task, { assignees: found, policy, open, now: onDay(days) });
};
const update = (...args: Parameters<typeof follow>) => {
  const [effect] = follow(...args).effects;
  return effect?.kind === 'update_task' ? effect : undefined;
};

suite('the question of a stage', () => {
  test('opens with its people, its end and what its kind needs', () => {
    const asked = askForApproval(task, { assignees: [ines], policy, now: openedAt });
    const { openedAt: _, ...opened } = task;
    assert.deepEqual(asked.effects, [
      { kind: 'open_task', task: { ...opened, assignees: [ines] } },
    ]);
  });

  test('is looked at again at its next reminder or its end, and otherwise after a day', () => {
    assert.deepEqual(follow(0).lookAgainAt, onDay(1));
    assert.deepEqual(follow(1.5).lookAgainAt, onDay(2));
    assert.deepEqual(follow(9, 2).lookAgainAt, onDay(10));
    assert.deepEqual(follow(13.5, 2).lookAgainAt, onDay(14));
    const unlimited = { ...task, dueAt: null };
    const asked = askForApproval(unlimited, {
      assignees: [ines],
      policy: undefined,
      now: onDay(9),
    });
    assert.deepEqual(asked.lookAgainAt, onDay(10));
  });

  test('reminds once for each day of the policy', () => {
    const reminded = [update(1), update(2), update(3, 1), update(9, 1)].map((one) => [
      one?.action,
      one?.update.data?.['reminders'],
      one?.informed.length,
    ]);
    assert.deepEqual(reminded, [
      [undefined, undefined, undefined],
      ['task.reminded', 1, 2],
      [undefined, undefined, undefined],
      ['task.reminded', 2, 2],
    ]);
    assert.equal(update(2)?.update.data?.['lapse'], 'rejected');
  });

  test('informs new people alone of a change of its people', () => {
    const kim = person('kim');
    const changed = update(1, 0, [jan, kim]);
    assert.equal(changed?.action, 'task.reassigned');
    assert.deepEqual(changed.update.assignees, [jan, kim]);
    assert.deepEqual(changed.informed, [kim]);
  });
});
