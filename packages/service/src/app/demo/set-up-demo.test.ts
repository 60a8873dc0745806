import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { findSecret } from '../../settings/api-keys/secret.ts';
import { createChanges } from '../../settings/configuration/changes.postgres.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import { checkNames } from '../../settings/naming/check-names.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { setUpDemo } from './set-up-demo.ts';

const clock = { now: () => Date.UTC(2026, 10, 21) };
const deps = { clock, createId: createIdGenerator({ clock, randomBytes }), randomBytes };

let test: TestDatabase;
before(async () => {
  test = await createTestDatabase();
});
after(() => test.close());

describe('the demo tenant', () => {
  it('has what quickstart.json promises', async () => {
    const tenantId = deps.createId();
    const demo = await setUpDemo({ ...deps, database: test.database, tenantId }, () => undefined);
    assert.equal(demo.tenantId, tenantId);
    assert.equal(demo.people.length, 60);
    assert.equal(demo.organisation, 'nordlicht-energy');

    const present = await test.database.transaction(async (transaction) => {
      const { stores } = createChanges(transaction, deps);
      return {
        keys: await stores.apiKeys.list(tenantId),
        organisations: await stores.organisations.list(tenantId),
        templates: await stores.templates.list(tenantId),
        people: await stores.sandboxPeople.list(tenantId),
      };
    });
    const [key] = present.keys;
    assert.equal(key?.keyId, demo.keyId);
    assert.ok(findSecret(key, demo.secret));
    const usable = present.people.filter(({ enabled }) => enabled).map(({ email }) => email);
    assert.deepEqual(usable, demo.people);

    const [organisation] = present.organisations;
    assert.equal(organisation?.identifier, demo.organisation);
    const templates = present.templates.filter(
      ({ organisationId }) => organisationId === organisation.organisationId,
    );
    assert.deepEqual(
      templates.map(({ identifier }) => identifier),
      demo.templates,
    );
    const [first] = templates;
    assert.ok(first);
    const names = { mailNickName: 'anything.goes', displayName: 'Anything goes' };
    const { properties } = checkNames({
      template: first,
      organisation,
      now: clock.now(),
      ...names,
    });
    assert.deepEqual(properties, {});
    assert.equal(first.policy.minimumOwners, 1);
  });
});
