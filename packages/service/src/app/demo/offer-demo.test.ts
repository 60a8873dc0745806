import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { systemClock } from '../../ground/clock.ts';
import { readConfig } from '../../ground/config/config.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import { createLog } from '../../ground/log.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { offerDemo, draftQuickstart, type Quickstart } from './offer-demo.ts';
import { type Demo, setUpDemo } from './set-up-demo.ts';
import { dataParent } from '../../../testing/data-parent.ts';

async function createDeps(t: TestContext) {
  const { database, close } = await createTestDatabase();
  const dataDir = mkdtempSync(join(dataParent, 'groupwright-demo-'));
  t.after(async () => {
    await close();
    rmSync(dataDir, { recursive: true });
  });
  const printed: string[] = [];
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  const file = join(dataDir, 'quickstart.json');
  return {
    dataDir,
    printed,
    file,
    draft: join(dataDir, 'quickstart.draft.json'),
    changes: { clock: systemClock, createId, randomBytes, database, tenantId: createId() },
    quickstart: () => JSON.parse(readFileSync(file, 'utf8')) as Quickstart,
    offer: () =>
      offerDemo({
        config: readConfig({ GROUPWRIGHT_DATA_DIR: dataDir }),
        database,
        refresh: async () => undefined,
        print: (text) => printed.push(text),
        log: createLog('silent'),
      }),
  };
}

suite('the demo at a start', () => {
  test('is printed with its secret once, and later with another sign-in link', async (t) => {
    const deps = await createDeps(t);
    await deps.offer();
    const first = deps.quickstart();
    assert.equal(statSync(deps.file).mode & 0o777, 0o600);
    assert.equal(existsSync(deps.draft), false);
    assert.match(deps.printed[0] ?? '', new RegExp(first.secret));
    await deps.offer();
    const second = deps.quickstart();
    assert.notEqual(second.adminSignInUrl, first.adminSignInUrl);
    assert.deepEqual({ ...second, adminSignInUrl: '' }, { ...first, adminSignInUrl: '' });
    assert.ok(deps.printed[1]?.includes(second.adminSignInUrl));
    assert.ok(!deps.printed[1]?.includes(first.secret));
  });

  test('is printed by the next start when one was killed right after the commit', async (t) => {
    const deps = await createDeps(t);
    const demo = await setUpDemo(deps.changes, (draft) => draftQuickstart(deps.dataDir, draft));
    assert.equal(statSync(deps.draft).mode & 0o777, 0o600);
    await deps.offer();
    assert.equal(deps.quickstart().secret, demo.secret);
    assert.equal(existsSync(deps.draft), false);
  });

  test('is set up again when one was killed right before the commit', async (t) => {
    const deps = await createDeps(t);
    let lost: Demo | undefined;
    const killed = setUpDemo(deps.changes, (draft) => {
      draftQuickstart(deps.dataDir, draft);
      lost = draft;
      throw new Error('killed');
    });
    await assert.rejects(killed, /killed/);
    await deps.offer();
    assert.notEqual(deps.quickstart().tenantId, lost?.tenantId);
    assert.equal(existsSync(deps.draft), false);
  });
});
