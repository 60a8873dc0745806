import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completeConnection, connectionFaults } from './connection-rules.ts';

const microsoft = {
  kind: 'microsoft365',
  entraTenantId: '0B0E5A0A-3C0E-4A50-8A49-1C2D3E4F5A6B',
  clientId: '1b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b',
  credential: 'secret',
} as const;

describe('a directory connection', () => {
  it('has defaults for what is left out', () => {
    assert.deepEqual(completeConnection({ kind: 'sandbox' }), {
      kind: 'sandbox',
      replicationDelayMs: 0,
      teamCreationMs: 0,
    });
    assert.deepEqual(completeConnection(microsoft), {
      ...microsoft,
      entraTenantId: microsoft.entraTenantId.toLowerCase(),
      graphBaseUrl: 'https://graph.microsoft.com',
      loginBaseUrl: 'https://login.microsoftonline.com',
      limits: {},
    });
  });

  it('uses https, and http for Graph on this machine only', () => {
    const faults = (graphBaseUrl: string, loginBaseUrl: string) =>
      connectionFaults({ ...microsoft, graphBaseUrl, loginBaseUrl }).map(({ pointer }) => pointer);
    assert.deepEqual(faults('https://graph.microsoft.us/', 'https://login.microsoftonline.us'), []);
    assert.deepEqual(faults('http://127.0.0.1:9000', 'https://localhost:9001'), []);
    assert.deepEqual(faults('http://[::1]:9000/v1', 'https://localhost:9001'), []);
    assert.deepEqual(faults('http://127.0.0.1:9000', 'http://127.0.0.1:9001'), ['/loginBaseUrl']);
    for (const address of [
      'http://example.com',
      'http://127.0.0.1.example.com',
      'ftp://localhost',
      'graph.microsoft.com',
      'https://user@graph.microsoft.com',
      'https://graph.microsoft.com/?a=b',
    ]) {
      assert.deepEqual(faults(address, 'https://login.example.com'), ['/graphBaseUrl'], address);
    }
  });

  it('has addresses without a version of the API, and says what to write instead', () => {
    const faults = (graphBaseUrl: string, loginBaseUrl: string) =>
      connectionFaults({ ...microsoft, graphBaseUrl, loginBaseUrl }).map(({ pointer, detail }) => [
        pointer,
        detail,
      ]);
    const login = 'https://login.microsoftonline.com';
    const said = (address: string) =>
      `The address must not end in a version: the service adds it. Write ${address}.`;
    for (const ending of ['/v1.0', '/beta', '/v1.0/', '/V1.0//', '/v2.0', '/beta/v1.0']) {
      assert.deepEqual(faults(`https://graph.microsoft.com${ending}`, login), [
        ['/graphBaseUrl', said('https://graph.microsoft.com')],
      ]);
      assert.deepEqual(faults('https://graph.microsoft.com', `${login}${ending}`), [
        ['/loginBaseUrl', said(login)],
      ]);
    }
    assert.deepEqual(faults('https://gateway.example/graph/v1.0', login), [
      ['/graphBaseUrl', said('https://gateway.example/graph')],
    ]);
    assert.deepEqual(faults('https://gateway.example/v1.0/graph', login), []);
  });

  it('overrides limits that there are, and names every other', () => {
    const faults = (limits: Record<string, number>) =>
      connectionFaults({ ...microsoft, limits }).map(({ pointer }) => pointer);
    assert.deepEqual(faults({ teamCreate: 5, resourceUnits: 8000 }), []);
    assert.deepEqual(faults({ teamCreation: 5, 'a/b': 1 }), [
      '/limits/teamCreation',
      '/limits/a~1b',
    ]);
  });
});
