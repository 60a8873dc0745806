// The cost of a kill in reads of people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKilledBacklog } from '../../testing/killed-backlog.ts';
import { maxLookupsAtOnce } from './people.ts';

test('after a kill, only the creations whose people were being looked up at that moment look them up again', async (context) => {
  const creations = 300;
  const members = 4;
  const kills = 5;
  // Five people with an address that is not their sign-in name: two units for the list of names, one for each miss, and two
  // for the list of addresses.
  const unitsEach = 2 + (members + 1) + 2;
  const units = await runKilledBacklog({
    seed: 'people after kills',
    creations,
    members,
    namedBy: 'address',
    kills,
    msBetweenKills: 2000,
  });
  const more = units - creations * unitsEach;
  context.diagnostic(`${more} units for ${kills} kills`);
  assert.ok(more <= kills * maxLookupsAtOnce * unitsEach, `${more} units more`);
});
