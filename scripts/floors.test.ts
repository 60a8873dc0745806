// The floors of ARCHITECTURE.md hold, and the check that holds them has been seen to fail.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { floorFaults, floors, most, productFiles } from './floors.ts';

const service = 'packages/service/src/';
const text = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** The faults when one file imports another besides what it imports already. */
function faultsWith(file: string, imported: string): string[] {
  return floorFaults(productFiles(), (name) =>
    name === service + file ? `${text(name)}\nimport type {} from '${imported}';` : text(name),
  );
}

suite('the floors', () => {
  test('a file imports its own floor and those below', () => {
    assert.deepEqual(floorFaults(productFiles()), []);
  });

  test('an import from below is refused', () => {
    const [fault] = faultsWith('ground/errors.ts', '../groups/read/team.ts');
    assert.match(fault ?? '', /ground\/errors\.ts \(floor 1\) imports .*team\.ts \(floor 6\)/);
  });

  test('a cycle of rooms on one floor is refused', () => {
    const faults = faultsWith('events/events.ts', '../governance/rule.ts');
    assert.deepEqual(faults, []);
    const cycle = floorFaults([`${service}events/a.ts`, `${service}governance/b.ts`], (file) =>
      file.endsWith('a.ts') ? `import '../governance/b.ts';` : `import '../events/c.ts';`,
    );
    assert.equal(cycle.at(-1), `cycle of rooms: ${service}events, ${service}governance`);
  });

  test('a cycle of files in one folder is refused', () => {
    assert.deepEqual(faultsWith('events/webhooks/delivery-store.ts', './dispatcher.ts'), [
      `cycle of files: ${service}events/webhooks/delivery-store.ts, ${service}events/webhooks/dispatcher.ts, ${service}events/webhooks/endpoint-worker.ts`,
    ]);
  });

  test('more files that other rooms import are refused', () => {
    const imports = Array.from(
      { length: most.doors + 1 },
      (_, n) => `import '../ground/f${n}.ts';`,
    );
    const faults = (count: number) =>
      floorFaults([`${service}admin/a.ts`], () => imports.slice(0, count).join('\n'));
    const { doors } = most;
    const tooMany = `${doors + 1} doors: at most ${doors}`;
    assert.deepEqual([faults(doors), faults(doors + 1)], [[], [tooMany]]);
  });

  test('a room on no floor is refused', () => {
    const faults = floorFaults(
      [`${service}helpers/x.ts`],
      () => `import '../groups/read/team.ts';`,
    );
    assert.match(faults[0] ?? '', /helpers is on no floor/);
  });
});

test("ARCHITECTURE.md's map names every room of the service, on its floor, and no other", () => {
  const map =
    /## The service, floor by floor\n(.*?)\n## /s.exec(text('ARCHITECTURE.md'))?.[1] ?? '';
  const mapped = new Map<number, string[]>();
  for (const line of map.split('\n')) {
    const [, floor, room = ''] = /^\| (\d+) \| `([^`/]+)\/` \|/.exec(line) ?? [];
    if (floor !== undefined)
      mapped.set(Number(floor), [...(mapped.get(Number(floor)) ?? []), room]);
  }
  assert.deepEqual(
    floors.map((rooms, index) => [
      index + 1,
      (mapped.get(index + 1) ?? []).toSorted(),
      rooms.length,
    ]),
    floors.map((rooms, index) => [index + 1, rooms.toSorted(), rooms.length]),
  );
  const inSource = productFiles()
    .filter((file) => file.startsWith(service))
    .map((file) => file.slice(service.length).split('/'))
    .flatMap(([first = '', ...rest]) => (rest.length > 0 ? [first] : []));
  assert.deepEqual(new Set(inSource), new Set(floors.flat()));
});
