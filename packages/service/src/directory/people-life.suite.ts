// The guarantees of every directory on people over time; part of `directory.suite.ts`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesTokenLivesMs } from './people-life.ts';
import type { PersonState } from './people-life.ts';
import { nextId, type SuiteFixtures } from './fixtures.suite.ts';

export function describePeopleLife(fixtures: () => SuiteFixtures): void {
  async function readStates(ids: readonly string[]) {
    const { does, directory } = fixtures();
    return does((call) => directory.readPeopleStates(ids, call));
  }

  async function readState(id: string): Promise<PersonState> {
    const [state] = (await readStates([id])).people;
    assert.ok(state);
    return state;
  }

  async function readPresent(id: string) {
    const state = await readState(id);
    assert.equal(state.state, 'present');
    return state;
  }

  async function begin(): Promise<string> {
    const { does, directory } = fixtures();
    const begun = await does((call) => directory.readPeopleChanges(undefined, call));
    assert.equal(begun.state, 'read');
    assert.deepEqual([begun.changedIds, begun.isLast], [[], true]);
    return begun.token;
  }

  /** Every page from the token on. */
  async function readChanges(from: string): Promise<{ changed: Set<string>; token: string }> {
    const { does, directory } = fixtures();
    const changed = new Set<string>();
    for (let token = from; ;) {
      const position = token;
      const page = await does((call) => directory.readPeopleChanges(position, call));
      assert.equal(page.state, 'read');
      for (const id of page.changedIds) changed.add(id);
      ({ token } = page);
      if (page.isLast) return { changed, token };
    }
  }

  test('people who are changed, deleted and restored after a token are among its changes', async () => {
    const { fixture, id } = fixtures();
    let { token, changed } = { token: await begin(), changed: new Set<string>() };
    await fixture.changePerson(id(26), { enabled: false });
    await fixture.deletePerson(id(27));
    ({ token, changed } = await readChanges(token));
    assert.ok(changed.has(id(26)) && changed.has(id(27)));
    await fixture.changePerson(id(26), { enabled: true });
    await fixture.restorePerson(id(27));
    ({ token, changed } = await readChanges(token));
    assert.ok(changed.has(id(26)) && changed.has(id(27)));
  });

  test('of many changes none is lost', async () => {
    const { fixture, id } = fixtures();
    const token = await begin();
    const ids = Array.from({ length: 28 }, (_, index) => id(index));
    for (const one of ids) await fixture.changePerson(one, { language: 'de' });
    const { changed } = await readChanges(token);
    assert.deepEqual(
      ids.filter((one) => !changed.has(one)),
      [],
    );
  });

  test('a token that is older than seven days is expired, and a new start follows the changes again', async () => {
    const { fixture, id, does, directory } = fixtures();
    const old = await begin();
    await fixture.run(fixture.wait(changesTokenLivesMs + 1000));
    const answer = await does((call) => directory.readPeopleChanges(old, call));
    assert.equal(answer.state, 'expired');
    const token = await begin();
    await fixture.changePerson(id(28), { language: 'fr' });
    assert.ok((await readChanges(token)).changed.has(id(28)));
  });

  test('the state of a person has the account, the manager and the language', async () => {
    const { fixture, id } = fixtures();
    await fixture.changePerson(id(29), { enabled: false, language: 'es-ES', managerId: id(28) });
    const state = await readPresent(id(29));
    assert.deepEqual(
      [state.id, state.enabled, state.kind, state.licensed, state.language, state.manager?.id],
      [id(29), false, 'member', true, 'es-ES', id(28)],
    );
    assert.equal(state.manager?.email, fixture.people[28]?.email);
    await fixture.changePerson(id(29), { enabled: true, managerId: null });
    const { enabled, manager } = await readPresent(id(29));
    assert.deepEqual([enabled, manager], [true, null]);
  });

  test('states are in the order of the ids, and a deleted or unknown person is deleted at once', async () => {
    const { fixture, id } = fixtures();
    await fixture.deletePerson(id(27));
    const unknown = nextId();
    const ids = [id(1), id(27), unknown, fixture.guestId, id(1)];
    const { people } = await readStates(ids);
    assert.deepEqual(
      people.map((state) => [state.id, state.state]),
      [
        [id(1), 'present'],
        [id(27), 'deleted'],
        [unknown, 'deleted'],
        [fixture.guestId, 'present'],
        [id(1), 'present'],
      ],
    );
    assert.equal((await readPresent(fixture.guestId)).kind, 'guest');
    await fixture.restorePerson(id(27));
    assert.equal((await readPresent(id(27))).enabled, true);
  });

  test('the permissions of the connection, and not a value, decide whether leave dates are known', async () => {
    const { fixture, id } = fixtures();
    await fixture.changePerson(id(29), { leavesOn: new Date('2027-08-31T00:00:00Z') });
    const { people, knowsLeaveDates } = await readStates([id(29), id(1)]);
    assert.equal(knowsLeaveDates, fixture.knowsLeaveDates);
    assert.deepEqual(
      people.map((state) => (state.state === 'present' ? state.leavesOn?.toISOString() : '')),
      [fixture.knowsLeaveDates ? '2027-08-31T00:00:00.000Z' : undefined, undefined],
    );
  });
}
