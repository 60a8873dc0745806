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
  const path = `teams/${made.teamId}`;
  const { body: before } = await admin.get(path);
  assert.deepEqual([before.status, before.state], ['accepted', 'being_created']);

  // The creation ends before the record is read, but after what surrounds it, where that was asked for at once.
  const { database } = service;
  const query = database.query.bind(database);
  t.mock.method(database, 'query', async (asked: string | Query, values?: readonly unknown[]) => {
    if (typeof asked !== 'string' && asked.name === 'teams_read') {
      await turn();
      const key = [service.tenantId, made.teamId];
      await query(
        `insert into provisioning_incidents (tenant_id, team_id, step, attempt, occurred_at, code, detail)
        values ($1, $2, 'create_group', 1, now(), 'directory_unavailable', 'once')`,
        key,
      );
      await query(
        `update provisionings set status = 'succeeded', completed_at = now()
        where tenant_id = $1 and team_id = $2`,
        key,
      );
    }
    return query(asked, values);
  });
  const { body: after } = await admin.get(path);
  assert.deepEqual(
    [after.status, after.creation.status, after.state, after.incidents.length],
    ['succeeded', 'succeeded', 'active', 1],
  );
});
