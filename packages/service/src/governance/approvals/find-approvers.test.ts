import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PersonState } from '../../directory/people-life.ts';
import type { AskedStage, Assignee } from '../../messages/tasks/task.ts';
import { type ApproverDirectory, askingOnce, findStage, findStages } from './find-approvers.ts';

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
          const id = reference.split('@')[0] ?? '';
          const known = { ...present(id), licensed: true } as const;
          return [reference, known.state === 'present' && id !== 'unknown' ? known : undefined];
        }),
      );
    },
    findMembers: async (_, group) => (group === 'board@x.y' ? ['ines', 'mara', 'gone'] : undefined),
    findOwners: async (_, groupId) => (groupId === 'choir' ? ['ines', 'mara', 'off'] : []),
    readPeople: async (_, ids) =>
      ids.map((id) => (id === 'gone' ? { state: 'deleted', id } : present(id, id !== 'off'))),
    findAdministrators: async () => administrators,
  };
  let administrators: readonly Assignee[] = [];
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
