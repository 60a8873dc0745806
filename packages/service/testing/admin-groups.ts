// Groups for tests of the admin center: an organisation `rail` with a template `track`, people in the sandbox, and a
// caller of the API that creates the groups.
import assert from 'node:assert/strict';
import type { TemplateInput } from '../src/settings/organisations/template-input.schema.ts';
import type { AdminClient } from './admin-client.ts';

export interface AdminGroups {
  readonly organisationId: string;
  /** Sends a request to the API with the caller's token. A body is sent as JSON by POST. */
  call(
    this: void,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Creates a group of the template, and waits until it exists. */
  create(this: void, request?: object): Promise<string>;
  /** Number of groups that were created. */
  readonly count: number;
}

/**
 * @param options.people their e-mail addresses; the first is responsible for groups that name nobody, the second is deputy
 * @param options.template instead of a template that sets no rule
 */
export async function startAdminGroups(
  admin: AdminClient,
  {
    people = [],
    template = {},
  }: { readonly people?: readonly string[]; readonly template?: Partial<TemplateInput> } = {},
): Promise<AdminGroups> {
  const { baseUrl, tenantId } = admin.service;
  const organisation = { name: 'Rail', identifier: 'rail' };
  const { organisationId } = (await admin.call('POST', 'organisations', organisation)).body;
  await admin.call('POST', `organisations/${organisationId}/templates`, {
    name: 'Track',
    identifier: 'track',
    mailNicknamePattern: '',
    displayNamePattern: '',
    ...template,
  });
  for (const email of people) {
    await admin.call('POST', 'directory/people', { name: email.split('@')[0], email });
  }

  let token: string | undefined;
  const call: AdminGroups['call'] = (path, body, headers) =>
    fetch(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const { key, secret } = (await admin.call('POST', 'api-keys', { name: 'Demo' })).body;
  const answer = await call('/token', { tenantId, keyId: key.keyId, secret });
  ({ accessToken: token } = (await answer.json()) as { accessToken: string });

  let count = 0;
  const [responsible, deputy] = people;
  return {
    organisationId,
    call,
    get count() {
      return count;
    },
    async create(request) {
      count += 1;
      const group = {
        displayName: `Track ${count}`,
        mailNickName: `track-${count}`,
        responsible,
        deputy,
        organisationIdOrIdentifier: 'rail',
        templateIdOrIdentifier: 'track',
        owners: [],
        members: [],
        ...request,
      };
      const created = await call('/teams', group, { prefer: 'wait=20' });
      const { teamId, status } = (await created.json()) as { teamId: string; status: string };
      assert.equal(status, 'succeeded');
      return teamId;
    },
  };
}
