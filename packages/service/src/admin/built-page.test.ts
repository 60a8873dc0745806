import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variables } from '../ground/config/variables.ts';
import { builderEnvironment } from './built-page.ts';

test('the builder of the page sees none of the service’s settings, and what a process needs', () => {
  const settings = Object.fromEntries(variables.map(({ name }) => [name, 'secret']));
  const env = { ...settings, AZURE_CLIENT_SECRET: 'secret', PATH: '/usr/bin', HOME: '/root' };
  assert.deepEqual(builderEnvironment(env), {
    PATH: '/usr/bin',
    HOME: '/root',
    NODE_ENV: 'production',
  });
});
