// The published schemas of events, the samples and the events that are sent have the same members.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { describeService } from '../../testing/describe-service.ts';
import { createEventCheck } from '../../testing/event-check.ts';
import { eventFamilies } from './event-families.schema.ts';
import { eventOf, eventTypes, type PlacedEntry } from './event.ts';
import { sampleEvent, sentTypes } from './sample-event.ts';

const baseUrl = 'https://groups.example';

test('every type of event is in one family, and is a webhook of the API description', async () => {
  const typed = eventFamilies.flatMap(({ types }) => Object.keys(types));
  assert.deepEqual(typed.toSorted(), eventTypes.toSorted());
  const { webhooks } = JSON.parse(await describeService()) as { webhooks: object };
  assert.deepEqual(Object.keys(webhooks).toSorted(), sentTypes.toSorted());
});

const check = createEventCheck();

test('each sample is valid by its schema, with every address at the base URL', () => {
  for (const type of sentTypes) {
    const sample = sampleEvent(type, baseUrl);
    assert.deepEqual(check(sample), [], type);
    assert.ok(!JSON.stringify(sample.data).includes('//127.0.0.1'), type);
  }
  const { data, ...rest } = sampleEvent('group.succeeded', baseUrl);
  assert.notDeepEqual(check({ ...rest, data: { ...data, status: 'failed' } }), []);
  assert.notDeepEqual(check({ ...rest, data: { ...data, unheard: 1 } }), []);
});

/** Has every member that is asked for; an error if something failed. */
const everythingOf = (action: string) =>
  new Proxy<Record<string, unknown>>(
    {},
    {
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 'x' }),
      get: (_, name) => (name === 'error' && !action.endsWith('failed') ? undefined : 'x'),
    },
  );

test('an event has no member that the schema of its family lacks, and the schema none that no event has', () => {
  for (const { name, types, data } of eventFamilies) {
    const made = Object.keys(types).flatMap((action) => {
      const entry: PlacedEntry = {
        tenantId: 't',
        position: 1,
        hash: randomBytes(32),
        occurredAt: new Date(0),
        actorKind: 'service',
        actorId: 'x',
        requestId: null,
        action,
        subjectId: 's',
        data: everythingOf(action),
        displayName: 'n',
        mailNickname: 'm',
        organisationId: 'o',
        templateId: 't',
        properties: {},
        externalIds: [],
        createdAt: new Date(0),
        directory: null,
      };
      return Object.keys(eventOf(entry, { baseUrl, toProblem: () => ({}) })?.data ?? {});
    });
    assert.deepEqual([...new Set(made)].toSorted(), Object.keys(data).toSorted(), name);
  }
});
