import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resourceOf, scopeOf } from './clouds.ts';

const cases: readonly [graphBaseUrl: string, loginBaseUrl: string, scope: string][] = [
  [
    'https://graph.microsoft.com',
    'https://login.microsoftonline.com',
    'https://graph.microsoft.com',
  ],
  [
    'https://dod-graph.microsoft.us',
    'https://login.microsoftonline.us',
    'https://dod-graph.microsoft.us',
  ],
  [
    'https://graph.svc.sovcloud.fr',
    'https://login.sovcloud-identity.fr',
    'https://graph.svc.sovcloud.fr',
  ],
  [
    'https://graph.svc.sovcloud.de',
    'https://login.sovcloud-identity.de',
    'https://graph.svc.sovcloud.de',
  ],
  [
    'https://graph.svc.sovcloud.sg',
    'https://login.sovcloud-identity.sg',
    'https://graph.svc.sovcloud.sg',
  ],
  // A gateway before Graph.
  ['https://graph.works.example', 'https://login.microsoftonline.us', 'https://graph.microsoft.us'],
  [
    'https://graph.works.example',
    'https://login.sovcloud-identity.fr',
    'https://graph.svc.sovcloud.fr',
  ],
  // A cloud that is not listed.
  [
    'https://graph.newcloud.example',
    'https://login.newcloud.example',
    'https://graph.newcloud.example',
  ],
  // A simulator.
  ['http://127.0.0.1:8365', 'https://localhost:8366', 'https://graph.microsoft.com'],
];

test('a token is asked for the Graph of the cloud that the addresses belong to', () => {
  for (const [graphBaseUrl, loginBaseUrl, graph] of cases) {
    const resource = resourceOf({ graphBaseUrl, loginBaseUrl });
    assert.equal(scopeOf(resource), `${graph}/.default`, graphBaseUrl);
  }
});
