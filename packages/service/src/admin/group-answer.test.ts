// The answer about one group, whose parts are several statements, while the group changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService } from '../../testing/admin-service.ts';
import type { Query } from '../postgres/database.ts';

test('an answer that says that a creation succeeded has the group as it is since then', async (t) => {
  // Nothing is created by itself.
  const service = await startAdminService({ ROLES: 'api' });
  t.after(service.close);
  const admin = await AdminClient.signedIn(service);
  const { body: organisation } = await admin.call('POST', 'organisations', {
    name: 'Rail',
    identifier: 'rail',
  });
  await admin.call('POST', `organisations/${organisation.organisationId}/templates`, {
    name: 'Track',
    identifier: 'track',
    mailNicknamePattern: '',
    displayNamePattern: '',
  });
  const { body: made } = await admin.call('POST', 'teams', {
    displayName: 'Track one',
    mailNickName: 'track-one',
    description: '',
    responsible: 'ada@nordlicht.example',
    deputy: null,
    organisationIdOrIdentifier: 'rail',
    templateIdOrIdentifier: 'track',
    owners: [],
    members: [],
  });
  const path = `groups/${made.teamId}`;
  const { body: before } = await admin.get(path);
  assert.deepEqual([before.status.status, before.state], ['accepted', 'being_created']);

  // The creation ends before the status is read, but after the record, where that was asked for before.
  const { database } = service;
  const query = database.query.bind(database);
  const records: Promise<unknown>[] = [];
  t.mock.method(database, 'query', async (asked: string | Query, values?: readonly unknown[]) => {
    const name = typeof asked === 'string' ? undefined : asked.name;
    if (name === 'teams_read_status') {
      await turn();
      await Promise.all(records);
      await query(
        `update provisionings set status = 'succeeded', completed_at = now()
        where tenant_id = $1 and team_id = $2`,
        [service.tenantId, made.teamId],
      );
    }
    const answer = query(asked, values);
    if (name === 'teams_read') records.push(answer);
    return answer;
  });
  const { body: after } = await admin.get(path);
  assert.deepEqual([after.status.status, after.state], ['succeeded', 'active']);
});
