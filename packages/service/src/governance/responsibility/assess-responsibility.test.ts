import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultResponsibility,
  type ResponsibilityPolicy,
} from '../../settings/organisations/responsibility-policy.ts';
import { governedGroup } from '../../../testing/governed-group.ts';
import { assessResponsibility } from './assess-responsibility.ts';
import { isMassDeparture } from './mass-departure.ts';
import type { ResponsibilityFacts } from './responsibility-facts.ts';
import type { StoredResponsibility } from './responsibility.ts';
import type { Task } from '../../messages/tasks/task.ts';
import type { WatchedPerson } from './watched-person.ts';

const now = new Date('2027-03-10T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

function person(personId: string, change: Partial<WatchedPerson> = {}): WatchedPerson {
  return {
    personId,
    email: `${personId}@aare.example`,
    displayName: personId,
    language: null,
    managerId: null,
    leavesOn: null,
    unavailableReason: null,
    unavailableSince: null,
    isHeld: false,
    ...change,
  };
}

const gone = (personId: string, days: number, change: Partial<WatchedPerson> = {}) =>
  person(personId, {
    unavailableReason: 'disabled',
    unavailableSince: daysAgo(days),
    ...change,
  });

function facts(
  people: readonly WatchedPerson[],
  {
    policy = {},
    group = {},
    ...change
  }: Omit<Partial<ResponsibilityFacts>, 'policy' | 'group'> & {
    policy?: Partial<ResponsibilityPolicy>;
    group?: Partial<ResponsibilityFacts['group']>;
  } = {},
): ResponsibilityFacts {
  return {
    group: governedGroup(now, {
      existsSince: daysAgo(100),
      ownerIds: ['ada', 'bo', 'cleo'],
      ...group,
    }),
    kind: 'team',
    minimumOwners: 1,
    memberIds: [],
    asksOfVacant: 'owners',
    responsible: 'ada',
    deputy: 'bo',
    isChanging: false,
    lastFailure: null,
    policy: { ...defaultResponsibility, ...policy },
    policyVersion: 1,
    people: new Map(people.map((one) => [one.personId, one])),
    stewardId: 'steward',
    administrators: [],
    stored: undefined,
    owners: { areTooFew: undefined, comparedAt: null, lastEndedAt: null },
    former: undefined,
    acceptances: [],
    openTasks: [],
    ...change,
  };
}

const everyone = [person('bo'), person('cleo'), person('steward'), person('boss')];

/** The new responsible person and deputy. */
function handover(given: ResponsibilityFacts): readonly [string | undefined, unknown] {
  const effect = assessResponsibility(given)?.effects.find(({ kind }) => kind === 'operation');
  if (effect?.kind !== 'operation') return [undefined, undefined];
  return [effect.change.responsible, effect.change.deputy];
}

function storedAfter(given: ResponsibilityFacts): StoredResponsibility {
  const { state, since, memory } = assessResponsibility(given) ?? assert.fail();
  assert.ok(state !== 'held');
  return { state, since, memory };
}

test('within the grace period nothing follows, and the rule looks again at its end', () => {
  const assessed = assessResponsibility(facts([gone('ada', 2), ...everyone]));
  assert.equal(assessed?.state, 'shaky');
  assert.deepEqual(assessed?.dueAt, new Date(daysAgo(2).getTime() + 3 * 86_400_000));
  assert.deepEqual(handover(facts([gone('ada', 2), ...everyone])), [undefined, undefined]);
});

test('the first eligible candidate of the template takes over', () => {
  const leaver = gone('ada', 4, { managerId: 'boss' });
  assert.deepEqual(handover(facts([leaver, ...everyone])), ['bo', null]);
  const order = facts([leaver, ...everyone], { policy: { succession: ['manager', 'deputy'] } });
  assert.deepEqual(handover(order), ['boss', undefined]);
  const noBo = [leaver, gone('bo', 4), person('cleo'), person('steward'), person('boss')];
  assert.deepEqual(handover(facts(noBo)), ['cleo', null]);
  const noOwner = [leaver, gone('bo', 1), gone('cleo', 0), person('steward'), person('boss')];
  assert.deepEqual(handover(facts(noOwner)), ['boss', undefined]);
});

test('a guest, an unlicensed deputy of a team and a person who leaves soon do not take over', () => {
  const reasons = [
    person('bo', { unavailableReason: 'guest', unavailableSince: daysAgo(1) }),
    person('bo', { unavailableReason: 'unlicensed', unavailableSince: daysAgo(1) }),
    person('bo', { leavesOn: new Date(now.getTime() + 86_400_000) }),
  ];
  for (const bo of reasons) {
    assert.equal(handover(facts([gone('ada', 4), bo, person('cleo')]))[0], 'cleo');
  }
});

test('an unlicensed person answers for a plain group', () => {
  const ada = person('ada', { unavailableReason: 'unlicensed', unavailableSince: daysAgo(9) });
  assert.equal(assessResponsibility(facts([ada, ...everyone], { kind: 'group' }))?.state, 'held');
});

test('a candidate of whom nothing is known yet is waited for', () => {
  const assessed = assessResponsibility(facts([gone('ada', 4)]));
  assert.deepEqual([assessed?.state, assessed?.needsPeople], ['shaky', true]);
});

test('a handover is asked for once, and after its failure the next candidate has the turn', () => {
  const people = [gone('ada', 4), ...everyone];
  const first = assessResponsibility(facts(people));
  assert.ok(first !== undefined && first.state === 'shaky');
  const { state, since, memory } = first;
  const stored: StoredResponsibility = { state, since, memory };
  assert.equal(handover(facts(people, { stored, isChanging: true }))[0], undefined);
  const failed = facts(people, { stored, lastFailure: 'people_not_eligible' });
  assert.equal(handover(failed)[0], 'cleo');
});

test('a handover that failed for a reason that passes is repeated for the same successor an hour later', () => {
  const people = [gone('ada', 4), ...everyone];
  const requested = storedAfter(facts(people));
  for (const lastFailure of ['directory_unavailable', null]) {
    const given = facts(people, { stored: requested, lastFailure });
    const afterwards = assessResponsibility(given);
    assert.deepEqual(
      afterwards?.effects.filter(({ kind }) => kind === 'operation'),
      [],
    );
    assert.deepEqual(afterwards?.dueAt, new Date(now.getTime() + 3_600_000));
    assert.equal(afterwards?.state, 'shaky');
    const again = facts(people, { stored: storedAfter(given), lastFailure });
    assert.equal(handover(again)[0], 'bo');
  }
});

test('two who replace each other are not handed over in a circle while both are unavailable', () => {
  const people = [gone('ada', 4), gone('bo', 4), gone('cleo', 4), gone('steward', 1)];
  const assessed = assessResponsibility(facts(people));
  assert.equal(assessed?.state, 'vacant');
  assert.equal(handover(facts(people))[0], undefined);
});

test('a vacant group is offered to the steward where no owner can take it', () => {
  const people = [gone('ada', 4), gone('bo', 4), gone('cleo', 4), person('steward')];
  const assessed = assessResponsibility(facts(people, { policy: { succession: ['deputy'] } }));
  const opened = assessed?.effects.find(({ kind }) => kind === 'open_task');
  assert.ok(opened?.kind === 'open_task');
  assert.deepEqual(
    [opened.task.kind, opened.task.assignees.map(({ personId }) => personId)],
    ['take_over', ['steward']],
  );
});

test('a vacant group is offered to the administrators where not even the steward can be asked, and to nobody without them', () => {
  const leaver = [gone('ada', 4), gone('bo', 4), gone('cleo', 4), gone('steward', 4)];
  const admin = { personId: 'admin', email: 'admin@x.y', displayName: null, language: null };
  const askedIn = (administrators: ResponsibilityFacts['administrators']) =>
    assessResponsibility(facts(leaver, { administrators }));
  const opened = askedIn([admin])?.effects.find(({ kind }) => kind === 'open_task');
  assert.ok(opened?.kind === 'open_task');
  assert.deepEqual([opened.task.kind, opened.task.assignees], ['take_over', [admin]]);
  const unasked = askedIn([]);
  assert.ok(unasked?.effects.every(({ kind }) => kind !== 'open_task'));
  assert.deepEqual(
    [unasked?.memory.asked, unasked?.dueAt],
    [null, new Date(now.getTime() + 86_400_000)],
  );
});

test('the steward is not asked in place of an owner of whom nothing is known yet', () => {
  const known = [gone('ada', 4), gone('bo', 4), person('steward')];
  const policy = { succession: ['deputy'] } as const;
  const assessed = assessResponsibility(facts(known, { policy }));
  const opened = assessed?.effects.filter(({ kind }) => kind === 'open_task');
  assert.deepEqual([assessed?.state, opened, assessed?.needsPeople], ['vacant', [], true]);
  const then = storedAfter(facts(known, { policy }));
  const later = assessResponsibility(
    facts([...known, person('cleo')], { policy, stored: then }),
  )?.effects.find(({ kind }) => kind === 'open_task');
  assert.ok(later?.kind === 'open_task');
  assert.deepEqual(
    [later.task.kind, later.task.assignees.map(({ personId }) => personId)],
    ['take_over', ['cleo']],
  );
});

test('a person whom the brake holds loses nothing', () => {
  const people = [gone('ada', 40, { isHeld: true }), ...everyone];
  const assessed = assessResponsibility(facts(people));
  assert.deepEqual([assessed?.state, assessed?.dueAt], ['shaky', null]);
  assert.equal(handover(facts(people))[0], undefined);
});

test('the former responsible person stays an owner where the minimum of owners needs it', () => {
  const people = [gone('ada', 4), ...everyone];
  const formerOf = (minimumOwners: number) => {
    const given = facts(people, { policy: { formerResponsible: 'remove' }, minimumOwners });
    const effect = assessResponsibility(given)?.effects.find(({ kind }) => kind === 'operation');
    return effect?.kind === 'operation' ? effect.change.former : undefined;
  };
  assert.deepEqual([formerOf(2), formerOf(3)], ['none', 'owner']);
});

test('a group with too few owners asks the responsible person for another one, once for each comparison', () => {
  const people = [person('ada', { managerId: 'boss' }), ...everyone];
  const owners = { areTooFew: true, comparedAt: daysAgo(1), lastEndedAt: null };
  const asked = (given: ResponsibilityFacts) =>
    assessResponsibility(given)?.effects.flatMap((effect) =>
      effect.kind === 'open_task'
        ? [[effect.task.kind, effect.task.assignees.map(({ personId }) => personId).join()]]
        : [],
    );
  assert.deepEqual(asked(facts(people, { owners })), [['add_owner', 'ada']]);
  for (const others of [
    { owners: { ...owners, areTooFew: false } },
    { owners: { ...owners, areTooFew: undefined } },
    // It was answered, and the group was not compared since.
    { owners: { ...owners, lastEndedAt: now } },
    { owners, group: { state: 'archived' as const } },
    // The question for a deputy comes first.
    { owners, group: { deputyId: null }, policy: { deputyRequired: true } },
  ]) {
    assert.equal(asked(facts(people, others))?.filter(([kind]) => kind === 'add_owner').length, 0);
  }
  const again = { ...owners, lastEndedAt: daysAgo(2) };
  assert.deepEqual(asked(facts(people, { owners: again })), [['add_owner', 'ada']]);
});

test('the question for an owner is reminded of, passed to the deputy, escalated, and withdrawn once there are enough', () => {
  const opened = (days: number, data = {}): Task => ({
    ...({ kind: 'add_owner', assignees: [{ personId: 'ada' }] } as unknown as Task),
    openedAt: daysAgo(days),
    dueAt: null,
    data,
  });
  const owners = { areTooFew: true, comparedAt: daysAgo(30), lastEndedAt: null };
  const ada = person('ada', { managerId: 'boss' });
  const followed = (task: Task, people: readonly WatchedPerson[], change = {}) =>
    assessResponsibility(facts(people, { owners, openTasks: [task], ...change }))?.effects.map(
      (effect) =>
        effect.kind === 'update_task'
          ? [
              effect.action,
              (effect.update.assignees ?? []).map(({ personId }) => personId).join(),
              effect.update.data?.['reminders'],
            ]
          : [effect.kind],
    );
  const all = [ada, ...everyone];
  assert.deepEqual(followed(opened(1), all), []);
  assert.deepEqual(followed(opened(3), all), [['task.reminded', '', 1]]);
  assert.deepEqual(followed(opened(3, { reminders: 1 }), all), []);
  assert.deepEqual(followed(opened(21, { reminders: 3 }), all), [
    ['task.escalated', 'ada,boss,steward', 3],
  ]);
  const toDeputy = followed(opened(1), [gone('ada', 1), ...everyone])?.at(-1);
  assert.deepEqual(toDeputy, ['task.reassigned', 'bo', 0]);
  const enough = { owners: { ...owners, areTooFew: false } };
  assert.deepEqual(followed(opened(1), all, enough), [['withdraw_tasks']]);
});

test('a group that does not exist has no responsibility', () => {
  const deleted = facts([gone('ada', 4), ...everyone], { group: { state: 'deleted' } });
  assert.equal(assessResponsibility(deleted), undefined);
});

test('more than 50 people, or more than 5 percent and at least three, are a mass departure', () => {
  const isMass = (departed: number, answering: number) => isMassDeparture({ departed, answering });
  assert.deepEqual([isMass(51, 10_000), isMass(50, 10_000)], [true, false]);
  assert.deepEqual([isMass(6, 100), isMass(5, 100)], [true, false]);
  assert.deepEqual([isMass(3, 5), isMass(2, 3)], [true, false]);
});

const adoptedWithoutOwner = (
  people: readonly WatchedPerson[],
  change: Partial<ResponsibilityFacts> = {},
) =>
  facts(people, {
    responsible: null,
    deputy: null,
    memberIds: ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'],
    ...change,
    policy: {},
    group: {
      responsibleId: null,
      deputyId: null,
      ownerIds: ['ada', 'bo'],
      graceUntil: new Date(now.getTime() + 90 * 86_400_000),
    },
  });

const takersOf = (assessed: ReturnType<typeof assessResponsibility>) =>
  assessed?.effects.flatMap((effect) =>
    effect.kind === 'open_task'
      ? [[effect.task.kind, ...effect.task.assignees.map(({ personId }) => personId)]]
      : [],
  );

const members = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'].map((id) => person(id));

test('a group that was adopted without a responsible person is vacant at once, and is never handed over by policy', () => {
  const owners = [person('ada'), person('bo'), ...members, person('steward')];
  const assessed = assessResponsibility(adoptedWithoutOwner(owners));
  assert.deepEqual([assessed?.state, assessed?.needsPeople], ['vacant', false]);
  assert.deepEqual(takersOf(assessed), [['take_over', 'ada', 'bo']]);
  assert.ok(assessed?.effects.every(({ kind }) => kind !== 'operation'));
  const vacant = assessed?.effects.find(({ kind }) => kind === 'activity');
  assert.ok(vacant?.kind === 'activity');
  assert.deepEqual(
    [vacant.action, vacant.data['responsible'], vacant.data['deputy']],
    ['responsibility.vacant', null, null],
  );
});

test('without an owner who can act, the manager of one is asked, then the steward, then five members', () => {
  const closed = [gone('ada', 900, { managerId: 'boss' }), gone('bo', 900)];
  const asked = (...others: readonly WatchedPerson[]) =>
    takersOf(assessResponsibility(adoptedWithoutOwner([...closed, ...members, ...others])));
  assert.deepEqual(asked(person('boss'), person('steward')), [['take_over', 'boss']]);
  assert.deepEqual(asked(gone('boss', 9), person('steward')), [['take_over', 'steward']]);
  const five = [['take_over', 'm1', 'm2', 'm3', 'm4', 'm5']];
  assert.deepEqual(asked(gone('boss', 9), gone('steward', 9)), five);
  const asks = (asksOfVacant: ResponsibilityFacts['asksOfVacant']) =>
    takersOf(
      assessResponsibility(
        adoptedWithoutOwner([...closed, gone('boss', 9), ...members, person('steward')], {
          asksOfVacant,
        }),
      ),
    );
  assert.deepEqual(asks('members'), five);
  assert.deepEqual(asks('owners'), [['take_over', 'steward']]);
  assert.deepEqual(asks('nobody'), []);
});

test('members who cannot act are passed over, and nobody is asked until all of them are known', () => {
  const closed = [gone('ada', 900), gone('bo', 900), gone('steward', 9)];
  const [first, second, ...others] = members;
  assert.ok(first !== undefined && second !== undefined);
  const unknown = assessResponsibility(adoptedWithoutOwner([...closed, ...others, first]));
  assert.deepEqual([takersOf(unknown), unknown?.needsPeople], [[], true]);
  assert.deepEqual(unknown?.dueAt, new Date(now.getTime() + 60_000));
  const known = assessResponsibility(
    adoptedWithoutOwner([...closed, ...others, first, gone('m2', 3)]),
  );
  assert.deepEqual(takersOf(known), [['take_over', 'm1', 'm3', 'm4', 'm5', 'm6']]);
});

test('the question goes to the others once a person has declined, and to nobody once all have', () => {
  const people = [gone('ada', 900), person('bo'), ...members, person('steward')];
  const first = adoptedWithoutOwner(people);
  const stored = storedAfter(first);
  const after = (...declinedIds: string[]) =>
    takersOf(
      assessResponsibility(
        adoptedWithoutOwner(people, {
          stored: { ...stored, memory: { ...stored.memory, asked: null, declinedIds } },
        }),
      ),
    );
  assert.deepEqual(after('bo'), [['take_over', 'steward']]);
  assert.deepEqual(after('bo', 'steward'), [['take_over', 'm1', 'm2', 'm3', 'm4', 'm5']]);
  assert.deepEqual(after('bo', 'steward', 'm2'), [['take_over', 'm1', 'm3', 'm4', 'm5', 'm6']]);
  assert.deepEqual(after('bo', 'steward', ...members.map(({ personId }) => personId)), []);
});
