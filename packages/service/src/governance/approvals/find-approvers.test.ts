import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PersonState } from '../../directory/people-life.ts';
import type { AskedStage, Assignee } from '../../messages/tasks/task.ts';
import {
  type ApproverDirectory,
  askingOnce,
  findStage,
  findStages,
  mayStillDecide,
} from './find-approvers.ts';

const person = (personId: string): Assignee => ({
  personId,
  email: `${personId}@aare.example`,
  displayName: personId,
  language: null,
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
          const id = (reference.split('@')[0] ?? '').replace('alias-of-', '');
          const known = { ...present(id), licensed: true } as const;
          return [reference, known.state === 'present' && id !== 'unknown' ? known : undefined];
        }),
      );
    },
    findMembers: async (_, group) =>
      group === 'board@x.y' ? ['ines', 'mara', 'gone'] : membersOf(/^many-(\d+)@/.exec(group)?.[1]),
    findOwners: async (_, groupId) => (groupId === 'choir' ? ['ines', 'mara', 'off'] : []),
    readPeople: async (_, ids) =>
      ids.map((id) =>
        id === 'gone' ? { state: 'deleted', id } : present(id, id !== 'off' && !disabled.has(id)),
      ),
    findAdministrators: async () => administrators,
  };
  let administrators: readonly Assignee[] = [];
  let disabled: ReadonlySet<string> = new Set();
  const member = (n: number) => `m${String(n).padStart(4, '0')}`;
  const membersOf = (count: string | undefined) =>
    count === undefined ? undefined : Array.from({ length: Number(count) }, (_, n) => member(n));
  const requestOf = (
    stages: readonly (readonly string[])[],
    steward: string | null = 'steward@aare.example',
  ) => ({
    tenantId: 'tenant',
    organisationId: 'works',
    policy: { stages: stages.map((by) => ({ by })), selfApproval: false },
    stage: 1,
    responsibleId: 'mara',
    requestedBy: null,
    steward,
  });
  const wordsOf = ({ stage: number, as, assignees }: AskedStage) => [
    number,
    ...(as === 'approvers' ? [] : [as]),
    ...assignees.map(({ personId }) => personId),
  ];
  const stage = async (...stages: string[][]) => {
    const first = await findStage(directory, requestOf(stages));
    return first && wordsOf(first);
  };

  test('are named, managers and members of groups, each once, without the responsible person and leavers', async () => {
    const by = ['manager', 'boss@aare.example', 'group:board@x.y', 'off@x.y', 'unknown@x.y'];
    assert.deepEqual(await stage(by), [1, 'boss', 'ines']);
  });

  test('are without the person for whom the request was sent, by id and by address', async () => {
    for (const requestedBy of ['ines', 'INES@aare.example']) {
      const request = { ...requestOf([['group:board@x.y'], ['jan@x.y']]), requestedBy };
      const found = await findStage(directory, request);
      assert.deepEqual(found && wordsOf(found), [2, 'jan']);
      const selfApproval = { ...request.policy, selfApproval: true };
      const own = await findStage(directory, { ...request, policy: selfApproval });
      assert.deepEqual(own && wordsOf(own), [1, 'ines', 'mara']);
    }
  });

  test('are those of the next stage where the first has nobody, and at last the steward', async () => {
    assert.deepEqual(await stage(['group:none@x.y'], ['mara@aare.example'], ['jan@x.y']), [
      3,
      'jan',
    ]);
    assert.deepEqual(await stage(['group:none@x.y'], ['off@x.y']), [2, 'steward', 'steward']);
  });

  test('are the administrators where even the steward cannot be asked; with nobody at all, there is no stage', async () => {
    const nobody = [['unknown@x.y'], ['off@x.y']];
    for (const steward of [null, 'unknown@x.y', 'off@x.y', 'mara@x.y']) {
      administrators = [];
      assert.equal(await findStage(directory, requestOf(nobody, steward)), undefined);
      administrators = [person('admin')];
      const found = await findStage(directory, requestOf(nobody, steward));
      assert.deepEqual(found && wordsOf(found), [2, 'administrators', 'admin']);
    }
  });

  test('are the owners of the group of an adoption, who can act, and nobody where it has none', async () => {
    administrators = [];
    const request = {
      ...requestOf([['owners']], null),
      policy: { stages: [{ by: ['owners'] }], selfApproval: true },
    };
    const found = await findStage(directory, { ...request, groupId: 'choir' });
    assert.deepEqual(found && wordsOf(found), [1, 'ines', 'mara']);
    assert.equal(await findStage(directory, { ...request, groupId: 'band' }), undefined);
    assert.equal(await findStage(directory, request), undefined);
  });

  test('are all members of a group of up to 100, and of a larger one 100, with the number of the others', async () => {
    for (const [size, notAsked] of [
      [99, 0],
      [100, 0],
      [101, 1],
      [1_500, 1_400],
    ] as const) {
      const found = await findStage(directory, requestOf([[`group:many-${size}@x.y`]]));
      assert.deepEqual(
        [found?.assignees.length, found?.notAsked],
        [size - notAsked, notAsked],
        `${size} members`,
      );
    }
  });

  test('are people by name before the members of a large group, wherever they are named', async () => {
    const by = ['group:many-1500@x.y', 'jan@x.y', 'manager'];
    const found = await findStage(directory, requestOf([by]));
    assert.deepEqual(
      found?.assignees.slice(0, 3).map(({ personId }) => personId),
      ['jan', 'boss', member(0)],
    );
    assert.deepEqual([found?.assignees.length, found?.notAsked], [100, 1_402]);
  });

  test('are those of a large group who can act, however many before them cannot', async () => {
    disabled = new Set(Array.from({ length: 250 }, (_, n) => member(n)));
    const found = await findStage(directory, requestOf([['group:many-301@x.y']]));
    assert.deepEqual([found?.assignees.length, found?.notAsked], [51, 0]);
    assert.equal(found?.assignees[0]?.personId, member(250));
    disabled = new Set();
  });

  test('stay the same in a large group, also when others join it', async () => {
    const asked = [member(1_499), ...Array.from({ length: 99 }, (_, n) => member(900 + n))];
    const request = { ...requestOf([['group:many-1500@x.y']]), askedIds: asked };
    const found = await findStage(directory, request);
    assert.deepEqual(new Set(found?.assignees.map(({ personId }) => personId)), new Set(asked));
  });

  test('are without the person for whom the request was sent, by another address, too', async () => {
    const request = {
      ...requestOf([['group:board@x.y']]),
      requestedBy: 'alias-of-ines@aare.example',
    };
    const found = await findStage(directory, request);
    assert.deepEqual(found && wordsOf(found), [1, 'steward', 'steward']);
    const selfApproval = { ...request.policy, selfApproval: true };
    const own = await findStage(directory, { ...request, policy: selfApproval });
    assert.deepEqual(own && wordsOf(own), [1, 'ines', 'mara']);
  });

  test('are without all who have the address by which the request names a person, where it belongs to several', async () => {
    const shared = new Set(['ines', 'jan']);
    const office = 'office@aare.example';
    const found = await findStage(
      {
        ...directory,
        readPeople: async (tenantId, ids) =>
          (await directory.readPeople(tenantId, ids)).map((one) =>
            shared.has(one.id) ? Object.assign(one, { email: office }) : one,
          ),
        findPeople: async (tenantId, references) =>
          new Map([...(await directory.findPeople(tenantId, references)), [office, undefined]]),
      },
      { ...requestOf([['group:board@x.y', 'jan@x.y', 'kim@x.y']]), requestedBy: office },
    );
    assert.deepEqual(found && wordsOf(found), [1, 'kim']);
  });

  test('may decide for as long as they would be asked', async () => {
    administrators = [person('admin')];
    const request = requestOf([['group:board@x.y', 'off@x.y'], ['jan@x.y']]);
    const may = (personId: string) => mayStillDecide(directory, request, personId);
    const people = ['ines', 'steward', 'admin', 'off', 'jan', 'mara', 'gone', 'stranger'];
    const answers = await Promise.all(people.map(async (id) => [id, await may(id)] as const));
    assert.deepEqual(
      answers.flatMap(([id, isAllowed]) => (isAllowed ? [id] : [])),
      ['ines', 'steward', 'admin'],
    );
    administrators = [];
    assert.equal(await may('admin'), false);
  });

  test('are planned for every stage, and not at all where one would have nobody', async () => {
    const planned = async (...stages: string[][]) =>
      (await findStages(directory, requestOf(stages, null)))?.map(wordsOf);
    administrators = [];
    assert.deepEqual(await planned(['jan@x.y'], ['off@x.y'], ['manager']), [
      [1, 'jan'],
      [3, 'boss'],
    ]);
    assert.equal(await planned(['jan@x.y'], ['off@x.y']), undefined);
    administrators = [person('admin')];
    assert.deepEqual(await planned(['jan@x.y'], ['off@x.y']), [
      [1, 'jan'],
      [2, 'administrators', 'admin'],
    ]);
  });

  test('are asked for once in a run over many approvals', async () => {
    const once = askingOnce(directory);
    asked = 0;
    await Promise.all([1, 2, 3].map(() => once.findPeople('tenant', ['jan@x.y'])));
    assert.equal(asked, 1);
  });
});
