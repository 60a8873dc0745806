import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { variables } from './variables.ts';

const page = readFileSync(new URL('../../../../../docs/configuration.md', import.meta.url), 'utf8');

test('docs/configuration.md lists every variable with its default and meaning, and no other', () => {
  const listed = page.split('\n').filter((line) => /^\| `[A-Z0-9_]+` \|/.test(line));
  const expected = variables.map(({ name, default: value, meaning }) => {
    const shown = value.startsWith('(') ? value : `\`${value}\``;
    return `| \`${name}\` | ${shown} | ${meaning} |`;
  });
  assert.deepEqual(listed, expected);
});
