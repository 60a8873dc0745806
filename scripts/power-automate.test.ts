// The custom connector for Power Automate is valid Swagger 2.0, and its actions reach the addresses of the service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'deploy/power-automate/apiDefinition.swagger.json');

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
}

test('the connector is valid Swagger 2.0', async () => {
  const lint = join(root, 'node_modules/.bin/redocly');
  const { stdout, stderr } = await promisify(execFile)(
    lint,
    ['lint', file, '--extends', 'minimal'],
    {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  assert.match(stdout + stderr, /Your API description is valid/);
});

test('each action has its own title, and its path parameters', async () => {
  const text = await readFile(file, 'utf8');
  const { paths, definitions } = JSON.parse(text) as {
    paths: Record<string, Record<string, Operation>>;
    definitions: Record<string, unknown>;
  };
  const titles = new Set<string>();
  let count = 0;
  for (const [path, methods] of Object.entries(paths)) {
    for (const { summary, parameters, operationId } of Object.values(methods)) {
      count += 1;
      titles.add(summary);
      const named = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`);
      assert.deepEqual(named.sort(), (path.match(/\{\w+\}/g) ?? []).sort(), operationId);
    }
  }
  assert.equal(titles.size, count);
  const createTeam = paths['/teams']?.['post'];
  assert.equal(createTeam?.summary, 'Create a group');
  for (const [, name = ''] of text.matchAll(/"#\/definitions\/([^"]+)"/g)) {
    assert.ok(name in definitions, name);
  }
});
