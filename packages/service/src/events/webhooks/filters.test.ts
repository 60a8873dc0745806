import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, suite, test } from 'node:test';
import { subjectsOf } from '../event.ts';
import { createFeedStore } from '../feed.postgres.ts';
import { sampleEvent } from '../sample-event.ts';
import { eventTypes } from '../event.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startReceiver, type Receiver } from '../../../testing/receiver.ts';
import { testOperator } from '../../../testing/service.ts';
import { startTestWebhooks, type TestWebhooks } from '../../../testing/webhooks.ts';
import type { WebhookInput } from './webhook-input.schema.ts';

let running: TestWebhooks;
let receiver: Receiver;
let tenantId: string;
/** Two organisations, each with a template and a group made from it. */
let here: Place;
let there: Place;

interface Place {
  readonly organisationId: string;
  readonly templateId: string;
  readonly teamId: string;
}

before(async () => {
  running = await startTestWebhooks();
  receiver = await startReceiver();
});
after(async () => {
  await running.close();
  await receiver.close();
});
beforeEach(async () => {
  tenantId = await running.addTenant();
  here = await addPlace('here');
  there = await addPlace('there');
});

async function addPlace(name: string): Promise<Place> {
  const place = { organisationId: randomUUID(), templateId: randomUUID(), teamId: randomUUID() };
  const { organisationId, templateId, teamId } = place;
  await running.at.database.query(
    `insert into organisations (tenant_id, organisation_id, name, identifier, revision) values ($1, $2, $3, $3, 0)`,
    [tenantId, organisationId, name],
  );
  await running.at.database.query(
    `insert into templates (tenant_id, organisation_id, template_id, name, identifier, mail_nickname_pattern,
       display_name_pattern, policy, revision)
     values ($1, $2, $3, $4, $4, '', '', '{}', 0)`,
    [tenantId, organisationId, templateId, name],
  );
  await running.at.database.query(
    `insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, people,
       properties, policy, created_at, created_by, request_id)
     values ($1, $2, $3, $4, $5, $5, '{}', '{}', '{}', now(), 'test', 'test')`,
    [tenantId, teamId, organisationId, templateId, name],
  );
  return place;
}

const add = (filter: Partial<WebhookInput>) =>
  running.webhooks.change((endpoints) =>
    endpoints.add(testOperator, tenantId, { url: receiver.url, ...filter }),
  );

/** Writes an entry of each type for each place, as the service writes them. */
async function writeEveryType(): Promise<void> {
  const rows = [here, there].flatMap(({ organisationId, templateId, teamId }) =>
    eventTypes.map((type) => {
      const [prefix = ''] = type.split('.');
      const [kind, id] =
        prefix === 'organisation'
          ? ['organisation', organisationId]
          : prefix === 'template'
            ? ['template', templateId]
            : prefix === 'api_key'
              ? ['api_key', randomUUID()]
              : prefix.startsWith('mass_departure') || prefix === 'connection'
                ? ['tenant', tenantId]
                : ['group', teamId];
      const { data } = sampleEvent(type, 'http://127.0.0.1:8080');
      const isOfTemplate = kind === 'template';
      return { type, kind, id, data: isOfTemplate ? { ...data, organisationId } : {} };
    }),
  );
  await running.at.database.query(
    `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
     select $1, now(), 'operator', 'test', r.type, r.kind, r.id, r.data
     from jsonb_to_recordset($2::jsonb) as r (type text, kind text, id text, data jsonb)`,
    [tenantId, JSON.stringify(rows)],
  );
  running.jobs.notify();
}

/** Types and subjects of all that was queued, as text in one order. */
async function queued(endpointId: string): Promise<string[]> {
  const rows = await running.at.database.query<{ type: string; subject: string }>(
    `select event_type as type, ordering_key as subject from webhook_deliveries
     where tenant_id = $1 and endpoint_id = $2`,
    [tenantId, endpointId],
  );
  return rows.map(({ type, subject }) => `${type} ${subject}`).sort();
}

suite('filters of webhooks', () => {
  test('an endpoint gets the events of its organisations and templates, of every type, and no others', async () => {
    const all = await add({});
    const filters = [
      { organisationIds: [here.organisationId], templateIds: null },
      { organisationIds: null, templateIds: [here.templateId.toUpperCase()] },
      { organisationIds: [here.organisationId], templateIds: [here.templateId] },
      { organisationIds: [here.organisationId, there.organisationId] },
    ];
    const added = await Promise.all(filters.map(add));
    await writeEveryType();
    const total = 2 * eventTypes.length;
    await eventually(
      async () => (await queued(all.endpoint.endpointId)).length === total,
      'the endpoint without a filter got everything',
    );
    const entries = await createFeedStore({ database: running.at.database }).read(
      tenantId,
      1,
      total + added.length + 1,
    );
    for (const { endpoint } of added) {
      const { organisationIds, templateIds, endpointId } = endpoint;
      const expected = entries
        .filter(({ action }) => eventTypes.some((type) => type === action))
        .filter((entry) => {
          const { organisationId, templateId } = subjectsOf(entry);
          return (
            (organisationIds?.includes(organisationId ?? '') ?? true) &&
            (templateIds?.includes(templateId ?? '') ?? true)
          );
        })
        .map(({ action, subjectId }) => `${action} ${subjectId}`)
        .sort();
      assert.ok(expected.length > 3 && expected.length < total);
      await eventually(
        async () => (await queued(endpointId)).length >= expected.length,
        'the filtered endpoint got its events',
      );
      assert.deepEqual(await queued(endpointId), expected);
    }
  });

  test('a filter names what exists, and a template of its organisations', async () => {
    const absent = randomUUID();
    const wrong: [Partial<WebhookInput>, string, string][] = [
      [
        { organisationIds: [here.organisationId, absent] },
        '/organisationIds/1',
        'organisation_not_found',
      ],
      [{ templateIds: [absent] }, '/templateIds/0', 'template_not_found'],
      [
        { organisationIds: [here.organisationId], templateIds: [there.templateId] },
        '/templateIds/0',
        'template_of_other_organisation',
      ],
    ];
    for (const [filter, pointer, code] of wrong) {
      await assert.rejects(
        add(filter),
        (error: { faults: { pointer: string; code: string }[] }) => {
          assert.deepEqual(
            error.faults.map((fault) => [fault.pointer, fault.code]),
            [[pointer, code]],
          );
          return true;
        },
      );
    }
    const otherTenant = await running.addTenant();
    await assert.rejects(
      running.webhooks.change((endpoints) =>
        endpoints.add(testOperator, otherTenant, {
          url: receiver.url,
          organisationIds: [here.organisationId],
        }),
      ),
      { code: 'validation_failed' },
    );
  });

  test('an endpoint keeps a filter whose organisation was deleted, and no other endpoint can name it', async () => {
    const { endpoint } = await add({ organisationIds: [here.organisationId] });
    await running.at.database.query(
      'update organisations set deleted_at = now() where organisation_id = $1',
      [here.organisationId],
    );
    const input = {
      url: receiver.url,
      description: 'Other',
      organisationIds: [here.organisationId],
    };
    const { endpointId } = endpoint;
    const changed = await running.webhooks.change((endpoints) =>
      endpoints.change(testOperator, tenantId, endpointId, undefined, input),
    );
    assert.deepEqual(changed.organisationIds, [here.organisationId]);
    await assert.rejects(add({ organisationIds: [here.organisationId] }), {
      code: 'validation_failed',
    });
    const [logged] = await running.at.database.query<{ data: unknown }>(
      `select data from activity where tenant_id = $1 and action = 'webhook.changed'`,
      [tenantId],
    );
    assert.deepEqual(logged?.data, {
      before: { description: '' },
      after: { description: 'Other' },
    });
  });
});
