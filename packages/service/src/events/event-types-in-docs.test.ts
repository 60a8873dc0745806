// The pages on events list the types that exist.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { eventTypes, isEventType } from './event.ts';

const docs = new URL('../../../../docs/', import.meta.url);

for (const page of ['events-and-webhooks.md', 'guides/webhooks.md']) {
  test(`the table of docs/${page} has every type of event, and no other`, () => {
    const rows = readFileSync(new URL(page, docs), 'utf8')
      .split('\n')
      .filter((line) => {
        const [, first = ''] = /^\| `([\w.]+)`/.exec(line) ?? [];
        return first.includes('.') || isEventType(first);
      });
    const listed = rows.flatMap((row) => {
      const [, types = ''] = row.split('|');
      return [...types.matchAll(/`([^`]+)`/g)].map(([, type = '']) => type);
    });
    const counts = eventTypes.map((type) => listed.filter((one) => one === type).length);
    assert.deepEqual(counts, Array(eventTypes.length).fill(1), eventTypes.join());
    assert.deepEqual(
      listed.filter((type) => !isEventType(type)),
      [],
    );
  });
}
