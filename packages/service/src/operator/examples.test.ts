import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';
import { dataParent } from '../../testing/data-parent.ts';

const examples = fileURLToPath(new URL('../../../../docs/examples/', import.meta.url));

for (const name of (await readdir(examples)).filter((file) => file.endsWith('.yaml'))) {
  test(`docs/examples/${name} can be applied to a new installation, and then changes nothing`, async (t) => {
    const at = await createTestDatabase();
    const dataDirectory = await mkdtemp(join(dataParent, 'groupwright-examples-'));
    t.after(async () => {
      await at.close();
      await rm(dataDirectory, { recursive: true });
    });
    const env = {
      DATABASE_URL: at.url,
      GROUPWRIGHT_DATA_DIR: dataDirectory,
      GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      GRAPH_CLIENT_SECRET: 'a-client-secret',
      ERP_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    };
    const apply = () => runOperator(['apply', '-f', join(examples, name)], env);

    const applied = await apply();
    assert.equal(applied.code, 0, applied.err);
    assert.match(applied.out, /\n[1-9]\d* to create, 0 to change, 0 to delete\.\nDone\.\n/);
    const again = await apply();
    assert.match(again.out, /^Nothing to change: /);
  });
}
