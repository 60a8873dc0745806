// Each problem is provoked, and the example that its page and the description of the API show is that answer.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { noApprover } from '../governance/approvals/find-approvers.ts';
import { afterDecision } from '../governance/approvals/decide-stage.ts';
import { createWrongSecrets } from '../access/wrong-secrets.ts';
import { deniedFailure, lostResponse } from '../microsoft-graph/graph-failures.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { GroupSettings } from '../directory/group-settings.ts';
import { noSharePoint } from '../microsoft-graph/group-settings.ts';
import { problemCodes, type FieldError, type ProblemCode } from '../ground/errors.ts';
import { asUnavailable } from '../postgres/unavailable.ts';
import { tooEarly } from '../reconciliation/compare-now.ts';
import { requireNoHold, requireState } from '../groups/change/require-state.ts';
import { notExpiring, renewalLimit } from '../governance/lifecycle/refusals.ts';
import { withoutSuccessor } from '../groups/change/departure-plan.ts';
import { taskClosed } from '../messages/tasks/decide-task.postgres.ts';
import { failureAfter } from '../engine/failed-attempt.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { requireAllowedAddress, requireSource } from '../ground/caller.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import {
  addTestTenant,
  teamRequest,
  testOperator,
  type AddedTenant,
} from '../../testing/tenant.ts';
import { groupNotFound } from '../engine/adoption-obstacles.ts';
import { StepFailure } from '../engine/step.ts';
import type { SettingsPart } from '../directory/group-settings.ts';
import { writeSettings } from '../engine/write-settings.ts';
import { closedTenant } from '../settings/tenants/closed-tenant.ts';
import { createClientErrorHandler } from './error-handler.ts';
import { exampleTeamId, problemGuide } from './problem-guide.ts';
import { problemObject } from './problem.ts';
import { createRateLimit } from './rate-limit.ts';

interface Seen {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
}

const denial = {
  status: 403,
  headers: {},
  error: { code: 'Authorization_RequestDenied', message: '' },
} as never;
const teamSettings = 'TeamSettings.ReadWrite.All';

let service: AdminService;
let admin: AdminClient;
let reader: AdminClient;
let tenant: AddedTenant;
let accessToken: string;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  tenant = await service.change((changes) => addTestTenant(changes));
  await service.change((changes) =>
    changes.sandboxPeople.add(testOperator, tenant.tenantId, {
      email: 'nora.vik@nordlicht.example',
      name: 'Nora',
      enabled: false,
    }),
  );
  const { tenantId, keyId, secret } = tenant;
  const answer = await send('POST', '/token', {}, JSON.stringify({ tenantId, keyId, secret }));
  ({ accessToken } = answer as unknown as { accessToken: string });
});
after(() => service.close());

async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Seen> {
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: {
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  return (await answer.json()) as Seen;
}

const create = (alias: string, others: object = {}, headers: Record<string, string> = {}) =>
  send('POST', '/teams', headers, JSON.stringify(teamRequest(alias, { ...others })));

/** The error of a creation that fails. */
async function failed(alias: string, others: object = {}): Promise<Seen> {
  const { statusUrl } = (await create(alias, others, { prefer: 'wait=20' })) as unknown as {
    statusUrl: string;
  };
  const status = await send('GET', new URL(statusUrl).pathname);
  return (status as unknown as { error: Seen }).error;
}

async function thrown(act: () => unknown): Promise<Seen> {
  try {
    await act();
  } catch (error) {
    return problemObject(error, service.baseUrl);
  }
  throw new Error('Nothing was refused.');
}

/** Answered before there is a request. */
async function onConnection(code: string): Promise<Seen> {
  const socket = new PassThrough();
  const answer: string[] = [];
  socket.on('data', (chunk: Buffer) => answer.push(String(chunk)));
  const handle = createClientErrorHandler(service.baseUrl, () => 'r-1');
  handle(Object.assign(new Error('refused'), { code }), socket as never);
  await new Promise((resolve) => socket.once('end', resolve));
  return JSON.parse(answer.join('').split('\r\n\r\n')[1] ?? '') as Seen;
}

/** A setting that the directory does not take, of a template that requires it. */
async function afterSettings(part: SettingsPart, settings: GroupSettings, detail: string) {
  const refused = [{ names: Object.keys(settings), detail }];
  const directory = { applySettings: async () => refused, limits: {} } as never;
  const group = { groupId, marker: groupId };
  const target = {
    group,
    settings,
    part,
    isRequired: true,
    visibility: 'private',
    facts: {},
  } as const;
  const error = await writeSettings(target, directory, {} as never).then(
    () => new Error(),
    (thrown: Error) => thrown,
  );
  return afterAttempt(error);
}

function afterAttempt(error: Error): Seen {
  const creation = { facts: { waitedMs: 2 * 24 * 3_600_000 } } as never;
  const failure = failureAfter(error, 1, creation);
  assert.ok(failure !== undefined);
  return failure;
}

const reply = { get: () => undefined, header: () => undefined } as never;
const clock = { now: () => 0 } as never;

const groupId = '5b0e3f1a-7c1d-4b8e-9a57-3f6d2a1c8e40';
const deletedGroup = { state: 'deleted', deletedAt: new Date('2026-01-02') } as const;

function failureOf(decision: 'reject' | 'lapse', reason: string | null): Seen {
  const by = { kind: 'person', id: 'mateusz.kowalski@nordlicht.example' } as const;
  const approval = { state: 'waiting', stage: 1, of: 1, decisions: [] } as const;
  const next = afterDecision(
    approval,
    { decision, by, reason, at: '' },
    {
      lapse: 'rejected',
      asked: 'create',
    },
  );
  assert.ok(next.kind === 'fails');
  return next.failure;
}

const provoke: Readonly<Record<ProblemCode, () => Promise<Seen> | Seen>> = {
  malformed_json: () =>
    send(
      'POST',
      '/teams',
      {},
      '{\n  "displayName": "Project 4711",\n  "mailNickName" "prj-4711"\n}',
    ),
  invalid_query: () => send('GET', '/teams?limit=0'),
  invalid_request: () => create('keyed', {}, { 'idempotency-key': '"' }),
  invalid_credentials: () =>
    send(
      'POST',
      '/token',
      {},
      JSON.stringify({ tenantId: tenant.tenantId, keyId: tenant.keyId, secret: 'x' }),
    ),
  invalid_token: () => send('GET', '/teams', { authorization: 'Bearer x.y.z' }),
  not_signed_in: async () => (await new AdminClient(service).get('session')).body,
  sign_in_failed: async () =>
    (await new AdminClient(service).call('POST', 'sign-in/link', { token: 'x'.repeat(43) })).body,
  forbidden: async () => (await reader.call('POST', 'api-keys', { name: 'Mine' })).body,
  scope_missing: async () => {
    const { tenantId } = tenant;
    const { key, secret } = await service.change(({ apiKeys }) =>
      apiKeys.create(testOperator, tenantId, { name: 'Reader', scopes: ['groups:read'] }),
    );
    const body = JSON.stringify({ tenantId, keyId: key.keyId, secret });
    const token = (await send('POST', '/token', {}, body)) as unknown as { accessToken: string };
    return create('unscoped', {}, { authorization: `Bearer ${token.accessToken}` });
  },
  tenant_removed: () =>
    thrown(() => {
      throw closedTenant({ kind: 'removed', since: '', until: '' });
    }),
  tenant_moved: () =>
    thrown(() => {
      throw closedTenant({
        kind: 'moved',
        since: '',
        releaseCode: '',
        to: 'https://x.example',
      });
    }),
  address_not_allowed: () =>
    thrown(() => requireAllowedAddress({ ipRanges: ['192.0.2.0/24'] }, '203.0.113.7')),
  source_not_allowed: () => thrown(() => requireSource({ source: 'hr' }, 'erp')),
  not_found: () => send('GET', '/nowhere'),
  method_not_allowed: () => send('DELETE', '/organisations'),
  not_acceptable: () => send('GET', '/organisations', { accept: 'image/png' }),
  request_timeout: () => onConnection('ERR_HTTP_REQUEST_TIMEOUT'),
  mail_nickname_taken: async () => {
    const names = { templateIdOrIdentifier: 'project', displayName: 'Project 4711' };
    const { teamId } = (await create('prj-4711', names)) as unknown as { teamId: string };
    const text = JSON.stringify(await create('prj-4711', names));
    return JSON.parse(text.replaceAll(teamId, exampleTeamId)) as Seen;
  },
  group_not_active: () => thrown(() => requireState('change', deletedGroup, 0)),
  comparison_too_early: () =>
    thrown(() => {
      throw tooEarly(60_000);
    }),
  on_hold: () => thrown(() => requireNoHold('delete', {}, { holdReason: 'Lawsuit 4711' })),
  not_expiring: () =>
    thrown(() => {
      throw notExpiring();
    }),
  renewal_limit: () =>
    thrown(() => {
      throw renewalLimit(5);
    }),
  successor_missing: () =>
    thrown(() => {
      throw withoutSuccessor();
    }),
  restore_window_over: () =>
    thrown(() => requireState('restore', deletedGroup, Date.parse('2026-03-01'))),
  task_closed: () =>
    thrown(() => {
      throw taskClosed({ state: 'done', outcome: 'renew' }, 'mateusz.kowalski@nordlicht.example');
    }),
  link_not_valid: () => send('POST', '/decide/look', {}, JSON.stringify({ token: 'x' })),
  version_conflict: async () => {
    const organisation = { name: 'Reuss', identifier: 'reuss' };
    const { organisationId } = (await admin.call('POST', 'organisations', organisation)).body;
    const path = `organisations/${organisationId}`;
    return (await admin.call('PUT', path, organisation, { 'if-match': '"7"' })).body;
  },
  in_use: async () => {
    const { organisationId } = (
      await admin.call('POST', 'organisations', {
        name: 'Nordlicht Energy',
        identifier: 'nordlicht-energy',
      })
    ).body;
    await admin.call('POST', `organisations/${organisationId}/templates`, {
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
    });
    return (
      await admin.call('DELETE', `organisations/${organisationId}`, undefined, {
        'if-match': '"1"',
      })
    ).body;
  },
  quota_exceeded: () =>
    thrown(() =>
      service.change(async ({ apiKeys }) => {
        for (let count = 0; count <= 200; count += 1) {
          await apiKeys.create(testOperator, service.tenantId, { name: `Key ${count}` });
        }
      }),
    ),
  payload_too_large: () => send('POST', '/teams', {}, ' '.repeat(2 * 1024 * 1024 + 1)),
  unsupported_media_type: () => send('POST', '/teams', { 'content-type': 'text/plain' }, 'x'),
  validation_failed: () => {
    const { mailNickName, ...others } = teamRequest('prj-4711');
    return send('POST', '/teams', {}, JSON.stringify({ mailNicname: mailNickName, ...others }));
  },
  idempotency_key_reused: async () => {
    await create('once', {}, { 'idempotency-key': 'once' });
    return create('twice', {}, { 'idempotency-key': 'once' });
  },
  rate_limited: () =>
    thrown(() => {
      const limit = createRateLimit({ perMinute: 6_000, clock, subject: 'This API key' });
      for (let count = 0; count <= 6_000; count += 1) limit.take('key', reply);
    }),
  too_many_failed_attempts: () =>
    thrown(() => {
      const wrong = createWrongSecrets('credentials', { clock });
      for (let count = 0; count <= 10; count += 1) wrong.count('192.0.2.1', 'key');
    }),
  headers_too_large: () => onConnection('HPE_HEADER_OVERFLOW'),
  unavailable: () =>
    thrown(() => {
      throw asUnavailable(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    }),
  internal_error: () => problemObject(new TypeError('x'), service.baseUrl),
  people_not_found: () => failed('unknown', { owners: ['mira.holm@nordlicht.example'] }),
  people_not_eligible: () => failed('disabled', { deputy: 'nora.vik@nordlicht.example' }),
  directory_refused: async () => {
    await service.change(({ templates }) =>
      templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
        name: 'Crew',
        identifier: 'crew',
        mailNicknamePattern: '',
        displayNamePattern: '',
        policy: { kind: 'team' },
      }),
    );
    return failed('sandbox-failing', { templateIdOrIdentifier: 'crew' });
  },
  directory_name_refused: () => failed('sandbox-blocked-word'),
  directory_alias_taken: async () => {
    await service.database.query(
      `insert into sandbox_groups (tenant_id, group_id, display_name, mail_nickname, visibility, owner_ids,
        member_ids, created_at, visible_at)
      values ($1, gen_random_uuid(), 'Board', 'board', 'private', '{}', '{}', now(), now())`,
      [tenant.tenantId],
    );
    return failed('board');
  },
  directory_permission_missing: () =>
    afterAttempt(deniedFailure('create groups', 'Group.ReadWrite.All', denial, [])),
  approval_rejected: () => failureOf('reject', 'There is one already.'),
  approval_expired: () => failureOf('lapse', null),
  no_approver: () => noApprover(),
  setting_not_applied: async () => {
    const { message } = deniedFailure('change the settings of teams', teamSettings, denial, []);
    return afterSettings('settings', { 'members.createChannels': false }, message);
  },
  label_not_applied: () => afterSettings('label', { sensitivityLabel: groupId }, noSharePoint),
  group_not_adoptable: () =>
    afterAttempt(new StepFailure('group_not_adoptable', groupNotFound.detail, [groupNotFound])),
  archive_needs_team: () =>
    afterAttempt(new DirectoryError('archive_needs_team', `The group ${groupId} has no team.`)),
  archive_needs_owner: () =>
    afterAttempt(new DirectoryError('archive_needs_owner', `The group ${groupId} has no owner.`)),
  directory_unavailable: () =>
    afterAttempt(
      lostResponse(
        'graph.microsoft.com',
        false,
        Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
      ),
    ),
};

for (const code of problemCodes) {
  test(`the example of ${code} is what happens`, async () => {
    const seen = await provoke[code]();
    assert.equal(seen.code, code, JSON.stringify(seen));
    const { detail, errors = [] } = seen;
    const { example } = problemGuide[code];
    assert.deepEqual({ detail, errors }, { detail: example.detail, errors: example.errors ?? [] });
  });
}
