import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longDate } from './long-date.ts';

test('a date is written as its language writes it, on the day that it is in the time zone', () => {
  const first = new Date('2027-03-01T00:30:00Z');
  const written = (language: string, timeZone = 'UTC') => longDate(first, language, timeZone);
  assert.equal(written('fr'), '1er mars 2027');
  assert.equal(written('fr-CA'), '1er mars 2027');
  assert.equal(written('fr', 'America/Montreal'), '28 février 2027');
  assert.equal(longDate(new Date('2027-03-11T12:00:00Z'), 'fr', 'UTC'), '11 mars 2027');
  assert.equal(written('de'), '1. März 2027');
  assert.equal(written('es'), '1 de marzo de 2027');
  assert.equal(written('en'), 'March 1, 2027');
});
