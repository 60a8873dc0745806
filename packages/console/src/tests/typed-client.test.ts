// The admin center calls the admin API as its description says. The faults planted here are found by the compiler,
// and so by `npm run check`: a copy of the page is compiled with each of them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('../..', import.meta.url));
const tsc = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url));

/** It belongs to the description, by what is renamed in it, and the page that uses it. */
const renamed = {
  'a route': {
    from: "'/api-keys/{keyId}/revoke'",
    to: "'/api-keys/{keyId}/withdraw'",
    breaks: 'pages/integrations/api-key-dialogs.tsx',
  },
  'a parameter of a path': {
    from: 'readonly personId: string;\n      };',
    to: 'readonly somebodyId: string;\n      };',
    breaks: 'pages/settings/directory/sandbox-people.tsx',
  },
  'a parameter of a query': {
    from: 'readonly cursor?: string;',
    to: 'readonly continueAfter?: string;',
    breaks: 'pages/activity/activity.tsx',
  },
  'a field of a body': {
    from: 'readonly replicationDelayMs: number;\n        readonly',
    to: 'readonly invisibleMs: number;\n        readonly',
    breaks: 'pages/settings/directory/sandbox-settings.tsx',
  },
  'a field of an answer': {
    from: 'readonly failingEndpoints: readonly {',
    to: 'readonly failingOnes: readonly {',
    breaks: 'pages/to-do/attention-items.ts',
  },
  'a value of an enum': {
    from: "readonly missed: 'deliver' | 'skip';",
    to: "readonly missed: 'send' | 'skip';",
    breaks: 'pages/integrations/webhook.tsx',
  },
} as const;

const call = (text: string) => `export const made = () => api.${text};`;
const organisation = "{ name: 'Rail', identifier: 'rail' }";
const path = "path: { organisationId: 'x' }";

const right = [
  call("get('/organisations')"),
  call(`get('/organisations/{organisationId}', { ${path} })`),
  call(`post('/organisations', { body: ${organisation}, idempotencyKey: 'x' })`),
  call(`put('/organisations/{organisationId}', { ${path}, body: ${organisation}, etag: '1' })`),
];

const wrong = {
  'a route that does not exist': call("get('/organisation')"),
  'a method that a route does not have': call(`delete('/organisations')`),
  'a call without its path parameter': call("get('/organisations/{organisationId}')"),
  'a parameter that a list does not have': call("get('/organisations', { query: { page: 2 } })"),
  'a creation without a body': call("post('/organisations', { idempotencyKey: 'x' })"),
  'a creation without an Idempotency-Key': call(
    `post('/organisations', { body: ${organisation} })`,
  ),
  'a change without the version that was seen': call(
    `put('/organisations/{organisationId}', { ${path}, body: ${organisation} })`,
  ),
  'a field that a body does not have': call(
    `post('/organisations', { body: { ...${organisation}, owner: 'x' }, idempotencyKey: 'x' })`,
  ),
  'a field that an answer does not have': call(
    "get('/organisations').then(({ items }) => items[0]?.owner)",
  ),
} as const;

let planted: string;
let errors: ReadonlySet<string>;
before(() => {
  planted = mkdtempSync(join(home, 'planted-'));
  cpSync(join(home, 'src'), planted, {
    recursive: true,
    filter: (file) => !relative(home, file).startsWith(join('src', 'tests')),
  });
  plantRenamed(join(planted, 'api/generated/admin-api.ts'));
  [...right, ...Object.values(wrong)].forEach((text, index) =>
    writeFileSync(
      join(planted, 'api', `call-${index}.ts`),
      `import { api } from './client.ts';\n${text}\n`,
    ),
  );
  const config = join(planted, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: '../tsconfig.json', include: ['.'] }));
  const { stdout } = spawnSync(tsc, ['--project', config, '--pretty', 'false'], {
    cwd: planted,
    encoding: 'utf8',
  });
  errors = new Set([...stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file]) => file!));
});
after(() => rmSync(planted, { recursive: true }));

function plantRenamed(file: string): void {
  let text = readFileSync(file, 'utf8');
  for (const [what, { from, to }] of Object.entries(renamed)) {
    assert.ok(text.includes(from), `${what} is not in the description: ${from}`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(file, text);
}

for (const [what, { breaks }] of Object.entries(renamed)) {
  test(`${what} that is renamed in the description breaks the build`, () => {
    assert.ok(errors.has(breaks), `no error in ${breaks}, but in ${[...errors].join(', ')}`);
  });
}

Object.keys(wrong).forEach((what, index) => {
  test(`${what} breaks the build`, () => {
    assert.ok(errors.has(`api/call-${right.length + index}.ts`));
  });
});

test('calls that the description has compile', () => {
  assert.deepEqual(
    right.filter((_call, index) => errors.has(`api/call-${index}.ts`)),
    [],
  );
});
