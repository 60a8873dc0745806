import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseTenantFile } from './tenant-file.ts';

const examples = fileURLToPath(new URL('../../../../docs/examples/', import.meta.url));

for (const name of readdirSync(examples).filter((file) => file.endsWith('.yaml'))) {
  test(`docs/examples/${name} is a tenant file without a fault`, () => {
    const file = parseTenantFile(readFileSync(`${examples}${name}`, 'utf8'), name, Date.now());
    assert.ok(file.tenant.name);
  });
}
