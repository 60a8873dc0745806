// Beginners write other names, addresses and values than the right ones; each refusal names the correction.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly {
    readonly detail: string;
    readonly values?: { readonly suggestion?: string };
  }[];
}

let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(async () => await service.close());

async function ask(path: string, body?: unknown): Promise<Problem> {
  const response = await fetch(`${service.address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const problem = (await response.json()) as Problem;
  assert.equal(problem.status, response.status);
  return problem;
}

describe('a wrong address', () => {
  const id = '0198b0a9-6d1c-7e21-b7a5-8c1d2e3f4a5b';
  const nearest: readonly [string, string][] = [
    ['/v1/teams', '/teams'],
    ['/api/v1.0/teams', '/teams'],
    ['/groups', '/teams'],
    ['/groups/plan', '/teams/plan'],
    ['/team', '/teams'],
    ['/organizations', '/organisations'],
    ['/users', '/people'],
    ['/webhooks', '/admin/api/{tenantId}/webhooks'],
    ['/api-key', '/admin/api/{tenantId}/api-keys'],
    [`/teams/${id}/members`, '/teams/{teamId}/people'],
    ['/teams/123/members', '/teams/{teamId}/people'],
    [`/teams/${id}/opertions`, '/teams/{teamId}/operations'],
    [`/teams/${id}/status/cancel`, '/teams/{teamId}/status'],
    ['/event?after=1', '/events'],
    ['/template', '/organisations/{idOrIdentifier}/templates'],
    ['/batch', '/batches'],
    ['/approvals', '/tasks'],
    ['/rosters', '/teams/{teamId}/rosters'],
    [`/teams/${id}/owners`, '/teams/{teamId}/people'],
    [`/teams/${id}/member`, '/teams/{teamId}/people'],
  ];
  for (const [path, meant] of nearest) {
    test(`${path} names ${meant}`, async () => {
      const { status, detail } = await ask(path);
      assert.equal(status, 404);
      assert.equal(detail, `There is nothing here; did you mean ${meant}?`);
    });
  }

  test('one that means nothing, is long or cannot be read names none', async () => {
    for (const path of ['/zzzzzzzzz', `/teams${'/x'.repeat(200)}`, '/%E0%A4%A', '/../..']) {
      const { status, detail } = await ask(path);
      assert.ok(status === 404, path);
      assert.equal(detail, 'There is nothing here.', path);
    }
  });

  test('an alias in the place of the id says how a group is found by it', async () => {
    for (const path of [
      '/teams/',
      '/teams/prj-4711',
      '/teams/prj-4711/status',
      '/teams/123/people',
    ]) {
      const { status, detail } = await ask(path);
      assert.equal(status, 404);
      assert.match(detail, /teamId must be a GUID; GET \/teams\?mailNickName= finds/);
    }
    assert.equal((await ask(`/teams/${id}`)).detail, 'There is nothing here.');
  });
});

test('an id that is none, and an identifier that is not there, say what was meant', async () => {
  for (const path of ['/tasks/x', '/batches/x', '/reviews/x']) {
    assert.match((await ask(path)).detail, /^There is nothing here: \w+Id must be a GUID\.$/);
  }
  const { organisationIdOrIdentifier: organisation, templateIdOrIdentifier: template } =
    teamRequest('suggested');
  const meant: readonly [string, string][] = [
    [
      `/organisations/${organisation}s`,
      `no organisation with this id or identifier; did you mean ${organisation}?`,
    ],
    [`/organisations/${organisation}s/templates`, `did you mean ${organisation}?`],
    [
      `/templates/${template}s`,
      `no template with this id or identifier; did you mean ${template}?`,
    ],
    ['/organisations/zzzzzzzz', `known: ${organisation}`],
  ];
  for (const [path, hint] of meant) {
    const { status, detail } = await ask(path);
    assert.equal(status, 404);
    assert.ok(detail.includes(hint), detail);
  }
  assert.equal(
    (await ask(`/organisations/${crypto.randomUUID()}`)).detail,
    (await ask('/organisations/zzzzzzzz')).detail,
  );
});

describe('an unknown name', () => {
  test('of a body names the member that was meant, or says where the thing is', async () => {
    const { errors = [] } = await ask('/teams', {
      ...teamRequest('suggested'),
      organization: 'x',
      template: 'x',
      name: 'x',
      alias: 'x',
      visibility: 'private',
      idempotencyKey: 'x',
      colour: 'red',
    });
    const told = errors.map(({ detail }) => detail);
    assert.deepEqual(told.slice(0, 5), [
      'organization is unknown; did you mean organisationIdOrIdentifier?',
      'template is unknown; did you mean templateIdOrIdentifier?',
      'name is unknown; did you mean displayName?',
      'alias is unknown; did you mean mailNickName?',
      'visibility is unknown: the template decides it, and a change of the group may name it.',
    ]);
    assert.match(told[5] ?? '', /^idempotencyKey is unknown: the header Idempotency-Key has it\./);
    assert.match(told[6] ?? '', /^colour is unknown; known: displayName, description, /);
  });

  test('of a query names the parameter that was meant, or all that there are', async () => {
    const hints: readonly [string, RegExp][] = [
      ['page=2', /did you mean cursor\?/],
      ['pageSize=2', /did you mean limit\?/],
      ['per_page=2', /did you mean limit\?/],
      ['q=x', /did you mean search\?/],
      ['organisationId=x', /did you mean organisation\?/],
      ['zzzzzzzz=x', /known: .*limit.*search|known: .*search.*limit/],
      ['order=x', /did you mean sort\?/],
      ['updatedSince=x', /did you mean changedSince\?/],
      [
        'properties.zzzzzzzz=x',
        /^No template has the property zzzzzzzz, and no group was found[;.]/,
      ],
    ];
    for (const [query, hint] of hints) {
      assert.match((await ask(`/teams?${query}`)).detail, hint, query);
    }
  });

  test('of credentials names those of the service', async () => {
    const { errors = [] } = await ask('/token', {
      tenantId: 'x',
      clientId: 'x',
      client_secret: 'x',
    });
    const suggestions = errors.flatMap(({ values }) => values?.suggestion ?? []);
    assert.deepEqual(suggestions, ['keyId', 'secret']);
  });
});

test('a sign-in provider sends whatever parameters it has', async () => {
  const callback = `/admin/api/${tenant.tenantId}/sign-in/callback?code=a&state=b&session_state=c`;
  const answer = await fetch(`${service.address}${callback}`, { redirect: 'manual' });
  assert.equal(answer.status, 303);
  assert.match(answer.headers.get('location') ?? '', /sign-in\?refused=/);
});

describe('an unknown value', () => {
  test('of an organisation or template names the one that was meant, or those that there are', async () => {
    const { organisationIdOrIdentifier: organisation, templateIdOrIdentifier: template } =
      teamRequest('suggested');
    const slips: readonly [object, RegExp][] = [
      [
        { organisationIdOrIdentifier: `${organisation}x` },
        new RegExp(`did you mean ${organisation}\\?`),
      ],
      [{ organisationIdOrIdentifier: 'zzzzzzzzz' }, new RegExp(`known: .*${organisation}`)],
      [{ templateIdOrIdentifier: `${template}s` }, new RegExp(`did you mean ${template}\\?`)],
      [{ templateIdOrIdentifier: 'zzzzzzzzz' }, new RegExp(`known: .*${template}`)],
    ];
    for (const [change, hint] of slips) {
      const { detail } = await ask('/teams', { ...teamRequest('suggested'), ...change });
      assert.match(detail, hint, JSON.stringify(change));
    }
    assert.match(
      (await ask('/teams?organisation=zzzzzzz')).detail,
      new RegExp(`known: .*${organisation}`),
    );
    assert.match(
      (await ask(`/teams?template=${template}s`)).detail,
      new RegExp(`did you mean ${template}`),
    );
  });

  test('of a choice names the one that was meant after all that there are', async () => {
    const slips: readonly [string, RegExp][] = [
      ['/teams?state=activ', /must be one of "being_created", .*; did you mean active\?$/],
      ['/teams?finding=ownrless', /did you mean ownerless\?$/],
      ['/teams?sort=display', /did you mean displayName\?$/],
      ['/teams?expand=peopl', /did you mean people\?$/],
      ['/tasks?kind=renew,aprove', /several of them separated by commas; did you mean approve\?$/],
      ['/events?type=group.succeded', /did you mean group\.succeeded\?$/],
      ['/teams?state=zzzzzzzz', /"existing"\.$/],
    ];
    for (const [path, hint] of slips) assert.match((await ask(path)).detail, hint, path);
  });

  test('that is too short has one fault', async () => {
    const { detail } = await ask('/people?search=i');
    assert.equal(detail, 'search must have at least 2 characters.');
    assert.match((await ask('/people?search=%20%20')).detail, /2 to 100 characters/);
  });

  test('of a list in the place of an object says which members the object has', async () => {
    const response = await fetch(
      `${service.address}/teams/0198b0a9-6d1c-7e21-b7a5-8c1d2e3f4a5b/plan`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ members: ['a@b.example'] }),
      },
    );
    assert.match(await response.text(), /must be an object with add, remove, not an array/);
  });
});
