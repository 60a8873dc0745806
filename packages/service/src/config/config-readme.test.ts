import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { variables } from './variables.ts';

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');

test('the README lists every variable with its default and meaning, and no other', () => {
  const listed = readme.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line));
  const expected = variables.map(({ name, default: value, meaning }) => {
    const shown = value.startsWith('(') ? value : `\`${value}\``;
    return `| \`${name}\` | ${shown} | ${meaning} |`;
  });
  assert.deepEqual(listed, expected);
});
