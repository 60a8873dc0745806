// A guard must have been seen to fail: each fault planted here is one that a check has to find.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Lints a temporary file beside the rules of teams. */
function lint(name: string, text: string): string {
  const file = `packages/service/src/groups/read/${name}`;
  writeFileSync(`${root}${file}`, text, { flag: 'wx' });
  try {
    const { stdout } = spawnSync(`${root}node_modules/.bin/oxlint`, [file], {
      cwd: root,
      encoding: 'utf8',
    });
    return stdout;
  } finally {
    rmSync(`${root}${file}`);
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
