// The floors of ARCHITECTURE.md hold, and the check that holds them has been seen to fail.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { suite, test } from 'node:test';
import { floorFaults, floors, productFiles } from './floors.ts';

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
    const [fault] = faultsWith('foundation/errors.ts', '../teams/team.ts');
    assert.match(fault ?? '', /foundation\/errors\.ts \(ground\) imports .*team\.ts \(use cases\)/);
  });

  test('a cycle of folders on one floor is refused', () => {
    const faults = faultsWith('tenants/tenant.ts', '../configuration/configuration.ts');
    assert.equal(faults.at(-1), `cycle of folders: ${service}configuration, ${service}tenants`);
  });

  test('a cycle of files in one folder is refused', () => {
    assert.deepEqual(faultsWith('webhooks/delivery-store.ts', './dispatcher.ts'), [
      `cycle of files: ${service}webhooks/delivery-store.ts, ${service}webhooks/dispatcher.ts, ${service}webhooks/endpoint-worker.ts`,
    ]);
  });

  test('a folder on no floor is refused', () => {
    const faults = floorFaults([`${service}helpers/x.ts`], () => `import '../teams/team.ts';`);
    assert.match(faults[0] ?? '', /helpers is on no floor/);
  });
});

test("ARCHITECTURE.md's map names every folder of the service, on its floor, and no other", () => {
  const map =
    /## The service, floor by floor\n(.*?)\n## /s.exec(text('ARCHITECTURE.md'))?.[1] ?? '';
  const mapped = new Map<string, string[]>();
  let floor = '';
  for (const line of map.split('\n')) {
    floor = /^### (.*)$/.exec(line)?.[1]?.toLowerCase() ?? floor;
    const folder = /^\| `([^`]+)\/` \|/.exec(line)?.[1];
    if (folder !== undefined) mapped.set(floor, [...(mapped.get(floor) ?? []), folder]);
  }
  const folders = new Set(
    productFiles()
      .filter((file) => file.startsWith(service))
      .map((file) => dirname(file.slice(service.length))),
  );
  assert.deepEqual(
    floors.map(({ name }) => [name, (mapped.get(name) ?? []).sort()]),
    floors.map(({ name, folders: onFloor }) => [
      name,
      onFloor.filter((folder) => folder !== '.' && folders.has(folder)).sort(),
    ]),
  );
});
