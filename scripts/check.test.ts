// A guard must have been seen to fail: each fault planted here is one that a check has to find.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Lints a file by the rules of its path, in a separate folder: other tests read the sources meanwhile. */
function lint(name: string, text: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'groupwright-planted-'));
  const folder = 'packages/service/src/groups/read';
  try {
    mkdirSync(join(copy, folder), { recursive: true });
    cpSync(join(root, '.oxlintrc.json'), join(copy, '.oxlintrc.json'));
    writeFileSync(join(copy, folder, name), text);
    const linter = join(root, 'node_modules/.bin/oxlint');
    const options = { cwd: copy, encoding: 'utf8' } as const;
    return spawnSync(linter, [join(folder, name)], options).stdout;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

const planted = {
  'an HTTP framework': `import { fastify } from 'fastify';\nexport const x = fastify;\n`,
  'a database driver': `import { Pool } from 'pg';\nexport const x = Pool;\n`,
  'an adapter': `import { createTeamStore } from './teams.postgres.ts';\nexport const x = createTeamStore;\n`,
  'the HTTP folder': `import { problemObject } from '../http/problem.ts';\nexport const x = problemObject;\n`,
  "Node's HTTP": `import { request } from 'node:http';\nexport const x = request;\n`,
};

for (const [what, text] of Object.entries(planted)) {
  test(`the middle may not import ${what}`, () => {
    assert.match(lint('planted-violation.ts', text), /The middle knows no HTTP, SQL or jobs/);
  });
}

test('an edge may', () => {
  assert.doesNotMatch(
    lint('planted-edge.routes.ts', planted['an HTTP framework']),
    /The middle knows no HTTP, SQL or jobs/,
  );
});
