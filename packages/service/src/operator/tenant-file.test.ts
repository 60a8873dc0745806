import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FileFaults } from './file-faults.ts';
import { parseTenantFile } from './tenant-file.ts';
import { tenantFileSchemas } from './tenant-file.schema.ts';

const now = Date.UTC(2026, 10, 21);
const guide = readFileSync(
  new URL('../../../../docs/operator/tenant-file.md', import.meta.url),
  'utf8',
);

function faultsOf(text: string): string[] {
  try {
    parseTenantFile(text, 'tenant.yaml', now);
    return [];
  } catch (error) {
    assert.ok(error instanceof FileFaults, String(error));
    return error.faults.map(({ line, column, detail }) => `${line}:${column} ${detail}`);
  }
}

const microsoft = (more: string) => `tenant:
  name: Nordlicht
  directory:
    kind: microsoft365
    entraTenantId: 1b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b
    clientId: 2b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b
    ${more}
`;

describe('a tenant file', () => {
  it('is as the guide shows it', () => {
    const [, example] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? [];
    assert.equal(parseTenantFile(example ?? '', 'tenant.yaml', now).people?.length, 2);
  });

  it('has no member that the guide does not name', () => {
    const names = new Set<string>();
    const collect = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, properties } = schema as { type?: unknown; properties?: object };
      // A member of a template is called properties, too.
      if (type === 'object') for (const name of Object.keys(properties ?? {})) names.add(name);
      Object.values(schema).forEach(collect);
    };
    collect(tenantFileSchemas.sandbox);
    collect(tenantFileSchemas.microsoft365);
    assert.ok(names.size > 30);
    for (const name of names) assert.match(guide, new RegExp(`\\b${name}\\b`), name);
  });

  it('names no application for a system-assigned managed identity, and one for all else', () => {
    const by = (credential: string) =>
      microsoft(`credential: ${credential}`).replace(/ +clientId: .*\n/, '');
    assert.deepEqual(faultsOf(by('managed_identity')), []);
    assert.deepEqual(faultsOf(by('workload_identity')), [
      '4:5 The application (client) id is missing.',
    ]);
  });

  it('takes nothing silently in a policy, and says what may be meant', () => {
    const file = (policy: string) => `tenant:
  name: Nordlicht
  directory: { kind: sandbox }
organisations:
  - name: Energy
    identifier: energy
    templates:
      - name: Project
        identifier: project
        mailNicknamePattern: ''
        displayNamePattern: ''
        properties: { projectEnd: { type: date } }
        policy: ${policy}
`;
    for (const [policy, detail] of [
      ['{ changes: { alias: false } }', /changes\/alias is unknown/],
      ['{ changes: { displayname: false } }', /did you mean displayName\?/],
      ['{ approval: { stages: [{ by: [manager], afer: P1D }] } }', /afer is unknown/],
      ['{ notices: { create: [steward] } }', /did you mean created\?/],
      ['{ lifecycle: { expires: { afterr: P1Y } } }', /did you mean after\?/],
      ['{ lifecycle: { callerMaySet: true, review: { evry: P1Y, every: P1Y } } }', /mean every\?/],
      ['{ responsibility: { graceDay: 3 } }', /did you mean graceDays\?/],
      ['{ lifecycle: { expires: { property: projectEnds } } }', /Did you mean projectEnd\?/],
    ] as const) {
      const [fault, ...others] = faultsOf(file(policy));
      assert.match(fault ?? '', detail);
      assert.deepEqual(others, []);
    }
  });

  it('has names that can be seen and read, in one normal form', () => {
    const named = (name: string) => `tenant: { name: "${name}", directory: { kind: sandbox } }\n`;
    assert.match(faultsOf(named('\u200b'))[0] ?? '', /at least one visible character/);
    assert.match(faultsOf(named('a\u202Eb'))[0] ?? '', /must not contain U\+202E/);
    assert.match(faultsOf(named('Stra\uFFFDe'))[0] ?? '', /encoded in UTF-8/);
    const { tenant } = parseTenantFile(named('Cafe\u0301'), 'tenant.yaml', now);
    assert.equal(tenant.name, 'Café');
  });

  it('is not read when it is something else', () => {
    const object = 'The file must be an object with tenant, organisations, people, webhooks';
    assert.deepEqual(faultsOf(''), [`1:1 ${object}, not null.`]);
    assert.deepEqual(faultsOf('- a'), [`1:1 ${object}, not an array.`]);
    assert.match(faultsOf('a: 1\n---\nb: 2\n')[0] ?? '', /^2:1 .*multiple documents/);
    assert.match(faultsOf('tenant: !!js/function x')[0] ?? '', /^1:9 Unresolved tag/);
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f']
      .map((name, index) => `${name}: &${name} [${`*${'abcde'[index] ?? ''},`.repeat(9)}]`)
      .join('\n')}`;
    assert.deepEqual(faultsOf(bomb), ['1:1 The file repeats an alias (*name) too often.']);
    assert.deepEqual(faultsOf('tenant: *missing'), [
      '1:1 The alias (*name) has no anchor (&name) before it.',
    ]);
  });

  it('says of a connection what is wrong with the kind that is meant', () => {
    assert.deepEqual(faultsOf(microsoft('credential: password')), [
      '7:17 tenant/directory/credential must be one of "secret", "certificate", "workload_identity", "managed_identity".',
    ]);
    assert.deepEqual(
      faultsOf(microsoft('credential: workload_identity\n    secret: { env: A, file: b }')),
      [
        '8:13 tenant/directory/secret must say either env or file.',
        '8:13 A workload identity has no secret.',
      ],
    );
    assert.deepEqual(faultsOf(microsoft('credential: managed_identity\n    secret: { env: A }')), [
      '8:13 A managed identity has no secret.',
    ]);
    assert.deepEqual(
      faultsOf(
        microsoft(
          'credential: secret\n    limits: { teamPutt: 1 }\n    graphBaseUrl: http://example.com\npeople: []',
        ),
      ),
      [
        '8:15 tenant/directory/limits/teamPutt is unknown; did you mean teamPut?',
        '9:19 The address must begin with https://; http:// is allowed only for this machine (localhost, 127.0.0.1, [::1]).',
        '10:9 Only the sandbox accepts people from a file. Microsoft 365 has its own.',
      ],
    );
    assert.deepEqual(
      faultsOf(microsoft('credential: secret\n    graphBaseUrl: https://graph.microsoft.com/v1.0')),
      [
        '8:19 The address must not end in a version: the service adds it. Write https://graph.microsoft.com.',
      ],
    );
  });
});
