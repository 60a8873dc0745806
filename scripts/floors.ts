// Checks that dependencies point one way: no cycle of files, no cycle of rooms, and in the service no import
// from a lower floor to a higher one. Type imports count: to a reader a dependency is a dependency.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The rooms of `packages/service/src`, from the ground up. A room imports its own floor and those below. */
export const floors: readonly (readonly string[])[] = [
  ['ground'],
  ['postgres', 'directory', 'outbound'],
  ['http', 'audit', 'microsoft-graph', 'embedded', 'sandbox'],
  ['settings'],
  ['engine', 'access', 'messages'],
  ['groups', 'reconciliation'],
  ['governance', 'events', 'people-page'],
  ['admin', 'operator'],
  ['app'],
];

/**
 * More rooms, floors or arrows between rooms make the plan harder to know by heart. A door is a file that another room
 * imports: a room with few of them can change within. The number of doors may only fall.
 */
export const most = { rooms: 21, floors: 9, arrows: 140, doors: 404 } as const;

const service = 'packages/service/src/';
const importedFile = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g;
const isTest = /\.(test|suite|long)\.tsx?$|\/src\/(tests|testing)\//;

/** The product's code, as paths from the root of the repository. */
export function productFiles(): string[] {
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !isTest.test(file),
  );
}

/**
 * @param product paths from the root of the repository
 * @param read the text of a file; a test plants its faults here
 */
export function floorFaults(product: readonly string[], read = readText): string[] {
  const imports = new Map(product.map((file) => [file, importsOf(file, read(file))]));
  const faults: string[] = [];
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    const others = rooms.get(room) ?? new Set();
    rooms.set(room, others);
    for (const target of targets) {
      if (roomOf(target) !== room) others.add(roomOf(target));
      const upward = upwardFault(file, target);
      if (upward !== undefined) faults.push(upward);
    }
  }
  for (const cycle of cyclesOf(imports)) faults.push(`cycle of files: ${cycle.join(', ')}`);
  for (const cycle of cyclesOf(rooms)) faults.push(`cycle of rooms: ${cycle.join(', ')}`);
  return [...faults, ...sizeFaults(rooms, doorsOf(imports))];
}

const isRoom = (room: string) => room.startsWith(service) && room !== service;

function doorsOf(imports: ReadonlyMap<string, ReadonlySet<string>>): number {
  const entered = [...imports].flatMap(([file, targets]) =>
    [...targets].filter((target) => isRoom(roomOf(target)) && roomOf(target) !== roomOf(file)),
  );
  return new Set(entered).size;
}

function sizeFaults(rooms: ReadonlyMap<string, ReadonlySet<string>>, doors: number): string[] {
  const arrows = [...rooms]
    .filter(([room]) => isRoom(room))
    .reduce((sum, [, others]) => sum + [...others].filter(isRoom).length, 0);
  const sizes = { rooms: floors.flat().length, floors: floors.length, arrows, doors };
  return (['rooms', 'floors', 'arrows', 'doors'] as const)
    .filter((size) => sizes[size] > most[size])
    .map((size) => `${sizes[size]} ${size}: at most ${most[size]}`);
}

/** A room of the service is its first folder, and one of another package is the folder of the file. */
function roomOf(file: string): string {
  if (!file.startsWith(service)) return dirname(file);
  const [first, rest] = file.slice(service.length).split('/', 2);
  return rest === undefined ? service : service + first;
}

function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function importsOf(file: string, text: string): Set<string> {
  return new Set(
    [...text.matchAll(importedFile)].map(([, path = '']) => normalize(join(dirname(file), path))),
  );
}

function upwardFault(file: string, target: string): string | undefined {
  if (!file.startsWith(service) || !target.startsWith(service)) return undefined;
  const [from, to] = [floorOf(file), floorOf(target)];
  if (from === undefined) {
    return `${roomOf(file)} is on no floor: add it to scripts/floors.ts and ARCHITECTURE.md`;
  }
  if (to === undefined || to <= from) return undefined;
  return `${file} (floor ${from + 1}) imports ${target} (floor ${to + 1}), which is above it`;
}

/** Files beside the rooms, such as main.ts, are above all of them. */
function floorOf(file: string): number | undefined {
  const room = roomOf(file).slice(service.length);
  if (room === '') return floors.length;
  const floor = floors.findIndex((rooms) => rooms.includes(room));
  return floor === -1 ? undefined : floor;
}

/** Strongly connected components of more than one member (Tarjan). */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): void => {
    const index = indexes.size;
    indexes.set(node, index);
    lowest.set(node, index);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indexes.has(next)) visit(next);
      if (stack.includes(next)) {
        lowest.set(node, Math.min(lowest.get(node) ?? index, lowest.get(next) ?? index));
      }
    }
    if (lowest.get(node) !== index) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return cycles;
}

if (import.meta.main) {
  const faults = floorFaults(productFiles());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
