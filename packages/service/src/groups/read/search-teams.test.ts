// The list of groups, for systems and administrators: by people, failures and origin, in an order, and as a file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../../testing/admin-client.ts';
import { eventually } from '../../../testing/eventually.ts';
import type { TeamMatch } from '../search/match.ts';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';

const [ada, ben, cy] = ['ada', 'ben', 'cy'].map((name) => `${name}@nordlicht.example`) as [
  string,
  string,
  string,
];
let service: AdminService;
let admin: AdminClient;
let token: string;
let keyId: string;
const ids: Record<string, string> = {};

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  const { body } = await admin.call('POST', 'organisations', { name: 'Rail', identifier: 'rail' });
  const template = {
    name: 'Track',
    identifier: 'track',
    mailNicknamePattern: '',
    displayNamePattern: '',
  };
  await admin.call('POST', `organisations/${body.organisationId}/templates`, template);
  for (const email of [ada, ben, cy]) {
    const name = `Person ${email.split('@')[0]}`;
    await admin.call('POST', 'directory/people', { name, email });
  }
  const { body: made } = await admin.call('POST', 'api-keys', { name: 'Demo' });
  keyId = made.key.keyId;
  const { tenantId } = service;
  const answer = await post('/token', { tenantId, keyId, secret: made.secret });
  ({ accessToken: token } = (await answer.json()) as { accessToken: string });
  ids.bridge = await create('bridge', 'North Bridge', { responsible: ada, deputy: ben });
  ids.tram = await create('tram', '=Tram; +line', { responsible: ben, members: [cy] });
  ids.left = await create('left', 'Of a leaver', { responsible: 'gone@nordlicht.example' });
  ids.again = await create('again', 'Another', { responsible: 'gone@nordlicht.example' });
});
after(() => service.close());

function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function create(mailNickName: string, displayName: string, people: object): Promise<string> {
  const answer = await post(
    '/teams',
    {
      displayName,
      mailNickName,
      organisationIdOrIdentifier: 'rail',
      templateIdOrIdentifier: 'track',
      owners: [],
      members: [],
      ...people,
    },
    { authorization: `Bearer ${token}`, prefer: 'wait=20' },
  );
  return ((await answer.json()) as { teamId: string }).teamId;
}

async function aliases(query: string): Promise<string[]> {
  const { status, body } = await admin.get(`teams?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map(({ mailNickName }: { mailNickName: string }) => mailNickName);
}

test('groups are found by a person in any role or in one, also requests that failed', async () => {
  assert.deepEqual(await aliases(`person=${ben}`), ['tram', 'bridge']);
  assert.deepEqual(await aliases(`deputy=${ben}`), ['bridge']);
  assert.deepEqual(await aliases(`member=${cy}`), ['tram']);
  assert.deepEqual(await aliases(`owner=${cy}`), []);
  assert.deepEqual(await aliases(`member=${cy}&responsible=${ben}`), ['tram']);
  const gone = 'gone@nordlicht.example';
  assert.deepEqual(await aliases(`person=${gone}`), []);
  assert.deepEqual(await aliases(`person=${gone}&requested=true`), ['again', 'left']);
  assert.deepEqual(await aliases(`responsible=${gone}&requested=true`), ['again', 'left']);
  assert.deepEqual(await aliases(`deputy=${gone}&requested=true`), []);
});

test('groups are found by the values of their properties, which all have to be so', async () => {
  for (const [id, properties] of [
    [ids.bridge, { projectCode: '4711', site: 'Kai 1' }],
    [ids.tram, { projectCode: '4711', site: 'Kai 2' }],
  ] as const) {
    await service.database.query('update teams set properties = $2 where team_id = $1', [
      id,
      properties,
    ]);
  }
  assert.deepEqual(await aliases('properties.projectCode=4711'), ['tram', 'bridge']);
  assert.deepEqual(await aliases('properties.projectCode=4711&properties.site=Kai%201'), [
    'bridge',
  ]);
  assert.deepEqual(await aliases('properties.projectCode=4711&sort=mailNickName'), [
    'bridge',
    'tram',
  ]);
  for (const none of ['projectCode=471', 'projectcode=4711', 'site=kai%201', 'Kai=1']) {
    const { status, body } = await admin.get(`teams?properties.${none}`);
    assert.deepEqual([status, body.errors[0].code], [400, 'unknown_member'], none);
  }
  const { body: organisations } = await admin.get('organisations');
  await admin.call('POST', `organisations/${organisations.items[0].organisationId}/templates`, {
    name: 'Site',
    identifier: 'site',
    mailNicknamePattern: '{{projectCode}}-{{site}}',
    displayNamePattern: '',
  });
  for (const none of ['projectCode=471', 'site=kai%201']) {
    assert.deepEqual(await aliases(`properties.${none}`), [], none);
  }
  const listed = await admin.get('teams?properties.site=Kai%201');
  assert.deepEqual(listed.body.items[0].properties, { projectCode: '4711', site: 'Kai 1' });
  const page = await admin.get('teams?properties.projectCode=4711&limit=1&total=true');
  assert.equal(page.body.total, 2);
  const next = new URL(page.body.nextLink);
  assert.equal(next.searchParams.get('properties.projectCode'), '4711');
  const { body } = await admin.get(`teams${next.search}`);
  assert.deepEqual(
    body.items.map(({ mailNickName }: { mailNickName: string }) => mailNickName),
    ['bridge'],
  );
  for (const wrong of ['properties=4711', 'properties.=4711', 'properties.projectCode=']) {
    assert.equal((await admin.get(`teams?${wrong}`)).status, 400, wrong);
  }
});

test('groups are found by words of their names in any order, by ids, mail, request and people', async () => {
  assert.deepEqual(await aliases('search=bridge+NORTH'), ['bridge']);
  assert.deepEqual(await aliases(`search=${ids.tram}`), ['tram']);
  assert.deepEqual(await aliases(`search=${encodeURIComponent(cy)}`), ['tram']);
  const { body } = await admin.get(`teams?search=${ids.bridge}`);
  const [{ mail, groupId, requestId, responsible, createdBy }] = body.items;
  assert.deepEqual(await aliases(`search=${encodeURIComponent(mail)}`), ['bridge']);
  assert.deepEqual(await aliases(`search=${groupId}`), ['bridge']);
  assert.deepEqual(await aliases(`search=${requestId}`), ['bridge']);
  assert.deepEqual([responsible.email, createdBy.name], [ada, 'Demo']);
  assert.deepEqual(await aliases('search=Gone@nordlicht.example'), ['again', 'left']);
  assert.deepEqual(await aliases('search=gone@nordlicht.example&status=succeeded'), []);
});

test('groups are found by failure, creator and time, and are sorted by name and alias', async () => {
  const { body } = await admin.get('teams?status=failed&sort=displayName');
  const [first] = body.items;
  assert.equal(first.mailNickName, 'again');
  assert.deepEqual(await aliases(`error=${first.error}`), ['again', 'left']);
  assert.deepEqual(await aliases(`createdBy=${keyId}&sort=mailNickName`), [
    'again',
    'bridge',
    'left',
    'tram',
  ]);
  assert.deepEqual(await aliases('createdBy=administrator:x@nordlicht.example'), []);
  assert.deepEqual(await aliases('sort=-displayName'), ['left', 'bridge', 'again', 'tram']);
  assert.deepEqual(await aliases('until=2020-01-01T00:00:00Z'), []);
  assert.equal((await aliases('from=2020-01-01T00:00:00Z')).length, 4);
  for (const wrong of ['sort=people', 'from=yesterday', 'archives=true', 'error=%27', 'person=x']) {
    assert.equal((await admin.get(`teams?${wrong}`)).status, 400, wrong);
  }
});

test('requests that people did not approve are listed apart from failures', async () => {
  await service.database.query(
    `update provisionings p set error = jsonb_set(error, '{code}', '"approval_expired"')
    from teams t where t.tenant_id = p.tenant_id and t.team_id = p.team_id and t.mail_nickname = 'left'`,
  );
  assert.deepEqual(await aliases('status=failed&declined=false'), ['again']);
  assert.deepEqual(await aliases('declined=true'), ['left']);
  await service.database.query(
    `update provisionings set error = jsonb_set(error, '{code}', '"people_not_found"')
    where error ->> 'code' = 'approval_expired'`,
  );
});

test('an export has exactly the groups of the filters, with their external ids, and no cell is a formula', async () => {
  await service.database.query(
    `insert into external_ids (tenant_id, team_id, source, external_id) values ($1, $2, 'erp', '=P/1')`,
    [service.tenantId, ids.tram],
  );
  const read = async (query: string) => {
    const { status, body, headers } = await admin.call('GET', `teams/export?${query}`, undefined, {
      accept: 'text/csv',
    });
    assert.equal(status, 200, String(body));
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    const [heading = '', ...lines] = String(body).split('\r\n');
    assert.match(heading, /,supersededBy,externalIds\.erp,properties\./);
    return lines.slice(0, -1);
  };
  assert.deepEqual(
    (await read('')).map((line) => line.split(',')[1]),
    ['again', 'left', 'tram', 'bridge'],
  );
  const [tram = ''] = await read(`person=${cy}`);
  assert.match(tram, /^'=Tram; '\+line,tram,.*,'=P\/1,/);
  const answer = await fetch(`${service.adminUrl}/api/${service.tenantId}/teams/export`, {
    headers: { cookie: admin.cookie, accept: 'text/csv' },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
});

test('a token reads the same list as a session: search, filters, orders, totals and the file', async () => {
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${service.baseUrl}/${path}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  const mount = `${service.adminUrl}/api/${service.tenantId}`;
  for (const path of [
    'teams?total=true',
    'teams?search=bridge+north&total=true',
    'teams?sort=-displayName&offset=1&limit=2&total=true',
    `teams?person=${ben}&requested=true&sort=mailNickName`,
    'teams?status=failed&superseded=false&attempts=newest',
    'teams?finding=any&total=true',
    'teams?responsibility=vacant&sort=responsibilitySince',
    'teams/export?search=bridge',
  ]) {
    const { status, text } = await read(path);
    assert.equal(status, 200, text);
    const { body } = await admin.call('GET', path, undefined, { accept: '*/*' });
    const shown = typeof body === 'string' ? body.replace(/^\uFEFF/, '') : JSON.stringify(body);
    // Only the addresses differ.
    assert.equal(shown.replaceAll(mount, service.baseUrl), text.replace(/^\uFEFF/, ''), path);
  }
  for (const wrong of [
    'sort=expiresAt',
    'lifecycle=deleting&sort=expiresAt',
    'responsibility=held&sort=responsibilitySince',
    'date=2027-01-01',
    'lifecycle=archived&date=2027-01-01',
    'lifecycle=deleting&date=2027-01-01&archives=true',
    'offset=-1',
    'total=maybe',
  ]) {
    assert.equal((await read(`teams?${wrong}`)).status, 400, wrong);
  }
  assert.equal((await read('teams/export?limit=2')).status, 400, 'a file has no pages');
});

test('pages of each order continue at nextLink and have each group once', async () => {
  for (const sort of ['createdAt', '-createdAt', 'displayName', '-displayName', '-mailNickName']) {
    const all = await aliases(`sort=${sort}`);
    const read: string[] = [];
    let next: string | undefined = `teams?limit=1&sort=${sort}`;
    while (next !== undefined) {
      const { status, body } = await admin.get(next);
      assert.equal(status, 200, JSON.stringify(body));
      read.push(...body.items.map((one: { mailNickName: string }) => one.mailNickName));
      next = (body.nextLink as string | undefined)?.split(`${service.tenantId}/`)[1];
    }
    assert.deepEqual(read, all, sort);
  }
  const { body } = await admin.get('teams?limit=1&sort=displayName');
  const [, path = ''] = body.nextLink.split(`${service.tenantId}/`);
  for (const other of ['-displayName', 'createdAt']) {
    const changed = path.replace('sort=displayName', `sort=${other}`);
    assert.equal((await admin.get(changed)).status, 400, other);
  }
});

test('a file has the properties, owners and members of each group, and none of them is a formula', async () => {
  const { body: organisations } = await admin.get('organisations');
  const { organisationId } = organisations.items[0];
  const template = await admin.call('POST', `organisations/${organisationId}/templates`, {
    name: 'Coded',
    identifier: 'coded',
    mailNicknamePattern: 'prj-{{code}}',
    displayNamePattern: '{{title}} of {{code}}',
  });
  assert.equal(template.status, 201, JSON.stringify(template.body));
  await create('prj-7', '=SUM(1) of 7', {
    templateIdOrIdentifier: 'coded',
    responsible: ada,
    owners: [ben],
    members: [cy],
  });
  const read = async (query: string) => {
    const { body } = await admin.call('GET', `teams/export?${query}`, undefined, {
      accept: 'text/csv',
    });
    const [heading = '', ...lines] = String(body).split('\r\n').slice(0, -1);
    const names = heading.split(',');
    return lines.map((line) => {
      const cells = line.split(',');
      return Object.fromEntries(names.map((name, at) => [name, cells[at]]));
    });
  };
  const [coded] = await read('template=coded');
  assert.deepEqual(
    [
      coded?.['owners'],
      coded?.['members'],
      coded?.['properties.code'],
      coded?.['properties.title'],
    ],
    [ben, cy, '7', "'=SUM(1)"],
  );
  const tram = (await read('sort=displayName')).find((one) => one['mailNickName'] === 'tram');
  assert.deepEqual([tram?.['members'], tram?.['properties.code']], [cy, '']);
});

test('the exact name, alias, mail address and ids of a group find it, also after its deletion', async () => {
  const names = {
    'aero-ore': 'Ærø & Øre',
    'per.cent_x': '100% _x_',
    q: '"Q" \\ \'q\'',
    'r-d': 'R@D',
    rocket: '🚀 Größe №5',
    greek: 'ΤΕΛΟΣ τέλος',
    'nine-words': 'one two three four five six seven eight nine ten',
    'fine-print': 'ﬁne print',
  };
  const made = await Promise.all(
    Object.entries(names).map(async ([alias, name]) => create(alias, name, { responsible: ada })),
  );
  const idsFoundBy = async (text: string) => {
    const { status, body } = await admin.get(`teams?search=${encodeURIComponent(text)}&limit=200`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items.map(({ teamId }: { teamId: string }) => teamId) as string[];
  };
  const deleted = made.at(0) ?? '';
  await admin.call('DELETE', `teams/${deleted}`, undefined, { 'if-match': '*' });
  await eventually(
    async () => (await admin.get(`teams/${deleted}`)).body.state === 'deleted',
    'the group is deleted',
  );
  for (const teamId of made) {
    const { body } = await admin.get(`teams?search=${teamId}`);
    const [{ displayName, mailNickName, mail, groupId, requestId }] = body.items;
    const turned = displayName.split(' ').toReversed().join(' ');
    for (const text of [displayName, turned, mailNickName, mail, groupId, requestId]) {
      for (const one of [text, text.toUpperCase(), ` ${text} `]) {
        if (text === requestId && one !== text) continue;
        assert.ok((await idsFoundBy(one)).includes(teamId), one);
      }
    }
    assert.deepEqual(await idsFoundBy(mail), [teamId]);
  }
});

test('a failed request that was retried is superseded, and its attempts are one chain', async () => {
  const { left = '' } = ids;
  await admin.call('POST', 'directory/people', { name: 'Back', email: 'gone@nordlicht.example' });
  const { status, body } = await admin.call('POST', `teams/${left}/retry`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(await aliases('status=failed&superseded=false'), ['again']);
  assert.deepEqual(await aliases('superseded=true'), ['left']);
  for (const teamId of [left, body.teamId]) {
    const group = (await admin.get(`teams/${teamId}`)).body;
    const chain = group.attempts.map((one: { teamId: string }) => one.teamId);
    assert.deepEqual(chain, [left, body.teamId]);
  }
  // One item of the list; the earlier attempt is found by its id, and where all are wanted.
  const newest = (await admin.get('teams?attempts=newest&search=leaver&total=true')).body;
  assert.deepEqual(
    newest.items.map((one: Record<string, unknown>) => [
      one['teamId'],
      one['attempt'],
      one['retryOf'],
    ]),
    [[body.teamId, 2, left]],
  );
  assert.equal(newest.total, 1);
  assert.deepEqual(await aliases('attempts=newest&status=failed'), ['again']);
  assert.deepEqual(await aliases(`attempts=newest&search=${left}`), ['left']);
  for (const all of ['search=leaver', 'search=leaver&attempts=all']) {
    assert.deepEqual(await aliases(all), ['left', 'left']);
  }
  const failed = (await admin.get(`teams/${left}`)).body;
  assert.deepEqual([failed.canRetry, failed.supersededBy], [false, body.teamId]);
});

test('searches of groups and people leave out case, accents and normal forms, and take words in any order', async () => {
  for (const [name, email] of [
    ['Ingrid Sólberg', 'i.solberg@nordlicht.example'],
    ['Ωμέγας Νίκος', 'nikos@nordlicht.example'],
  ]) {
    assert.equal((await admin.call('POST', 'directory/people', { name, email })).status, 201);
  }
  const people = async (search: string) => {
    const { body } = await admin.get(`people?search=${encodeURIComponent(search)}`);
    return body.items.map(({ email }: { email: string }) => email.split('@')[0]);
  };
  for (const search of ['solberg ingrid', 'SOLB', 'so\u0301lberg', 'ingrid nordlicht']) {
    assert.deepEqual(await people(search), ['i.solberg'], search);
  }
  assert.deepEqual(await people('ωμεγασ'), ['nikos']);
  const { body } = await admin.get('directory/people?search=solberg+ingrid');
  assert.deepEqual(body.items.length, 1);

  await create('cafe', 'Großes Café Straße', { responsible: 'i.solberg@nordlicht.example' });
  await create('odyssey', 'Οδυσσεύς', { responsible: ada });
  await create('lodz', 'Łódź Plan', { responsible: ada });
  const found = (search: string) => aliases(`search=${encodeURIComponent(search)}`);
  for (const search of ['cafe', 'Cafe\u0301', 'STRASSE gro', 'gros\u00adses']) {
    assert.deepEqual(await found(search), ['cafe'], search);
  }
  assert.deepEqual(await found('ΟΔΥΣΣΕΥΣ'), ['odyssey']);
  assert.deepEqual(await found('lodz'), ['lodz']);
  assert.deepEqual(await found('\u200b'), []);
  assert.deepEqual(await aliases('search=strasse&sort=displayName'), ['cafe']);
});

test('a search has exact matches first, then beginnings, then words of all fields, says why, and pages without repeating', async () => {
  // The people of groups are known by name once they were followed.
  await service.service.runDue();
  const long = `Pier ${'x'.repeat(245)}`;
  const description = 'Für den Güterbahnhof, 100%_sicher';
  ids.pier = await create('pier', 'Jetty', { responsible: ada });
  for (const [alias, name, more] of [
    ['pier-2', 'Second', {}],
    ['quay', 'Pier', {}],
    ['old', 'The old pier', {}],
    ['long', long, {}],
    ['odd', 'Über “Süd” 🚂 \'x\' "y"', { description }],
  ] as const) {
    await create(alias, name, { responsible: ada, ...more });
  }
  const found = async (text: string, more = '') => {
    const { body } = await admin.get(`teams?search=${encodeURIComponent(text)}${more}`);
    return body.items.map(
      ({ mailNickName, match }: { mailNickName: string; match: TeamMatch }) =>
        `${mailNickName} ${match.kind} ${match.fields.map(({ field }) => field).join()}`,
    );
  };
  assert.deepEqual(await found('pier'), [
    'quay exact displayName',
    'pier exact mailNickName',
    'pier-2 prefix mailNickName,mail',
    'long prefix displayName',
    'old words displayName',
  ]);
  // The same over pages of one group each.
  let next = 'teams?search=PIER&limit=1';
  const paged: string[] = [];
  while (next !== '') {
    const { body } = await admin.get(next);
    paged.push(...body.items.map((one: { mailNickName: string }) => one.mailNickName));
    next = body.nextLink === undefined ? '' : `teams${new URL(body.nextLink).search}`;
  }
  assert.deepEqual(paged, ['quay', 'pier', 'pier-2', 'long', 'old']);
  // Words of the person, the organisation, the template and the description.
  assert.deepEqual(await found('old ada rail track'), [
    'old words displayName,mailNickName,responsible,organisation,template',
  ]);
  for (const text of ['guterbahnhof', 'GÜTER uber', '100%_', '🚂', '“süd', '"y"', "'x'", 'r “s']) {
    const [only, ...others] = await found(text);
    assert.match(only ?? '', /^odd (?:words|prefix) /, text);
    assert.deepEqual(others, [], text);
  }
  for (const text of ['%ier', 'p_er', "'; drop table teams; --", 'pier\u{10FFFF}', '🚃']) {
    assert.deepEqual(await found(text), [], text);
  }
  assert.deepEqual(await found(long), ['long exact displayName']);
  assert.deepEqual(await found(long.slice(0, 249)), ['long prefix displayName']);
  assert.deepEqual(await found(ids.pier?.slice(0, 30) ?? ''), ['pier prefix teamId']);
  assert.deepEqual(await found('pier', '&sort=mailNickName&limit=1'), ['long prefix displayName']);
  for (const wrong of [
    'sort=relevance',
    'search=pier&sort=-relevance',
    'search=+&sort=relevance',
  ]) {
    assert.equal((await admin.get(`teams?${wrong}`)).status, 400, wrong);
  }
});
