// Checks that dependencies point one way: no cycle of files, no cycle of folders, and in the service no import
// from a lower floor to a higher one. Type imports count: to a reader a dependency is a dependency.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folders of `packages/service/src`, from the ground up. A folder imports its own floor and those below. */
export const floors = [
  {
    name: 'ground',
    folders: [
      'foundation',
      'schema',
      'config',
      'encryption',
      'outbound',
      'postgres',
      'postgres/embedded',
      'jobs',
      'http',
    ],
  },
  {
    name: 'rules',
    folders: [
      'activity',
      'changes',
      'directory',
      'directory/microsoft-graph',
      'directory/sandbox',
      'tenants',
      'api-keys',
      'organisations',
      'request-log',
      'configuration',
    ],
  },
  {
    name: 'use cases',
    folders: [
      'access-tokens',
      'admin-responses',
      'admin-sessions',
      'provisioning',
      'reconciliation',
      'teams',
      'operations',
      'tasks',
      'governance',
      'approvals',
      'notices',
      'continuity',
      'lifecycle',
      'reviews',
      'events',
      'webhooks',
    ],
  },
  {
    name: 'edges',
    folders: ['admin', 'monitoring', 'operator', 'decision-page', 'decision-page/texts'],
  },
  { name: 'composition', folders: ['compose', 'demo', 'supervisor', '.'] },
] as const;

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
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const folder = dirname(file);
    const others = folders.get(folder) ?? new Set();
    folders.set(folder, others);
    for (const target of targets) {
      if (dirname(target) !== folder) others.add(dirname(target));
      const upward = upwardFault(file, target);
      if (upward !== undefined) faults.push(upward);
    }
  }
  for (const cycle of cyclesOf(imports)) faults.push(`cycle of files: ${cycle.join(', ')}`);
  for (const cycle of cyclesOf(folders)) faults.push(`cycle of folders: ${cycle.join(', ')}`);
  return faults;
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
  if (!file.startsWith(service)) return undefined;
  const from = floorOf(file);
  if (from === undefined) {
    return `${dirname(file)} is on no floor: add it to scripts/floors.ts and ARCHITECTURE.md`;
  }
  const to = target.startsWith(service) ? floorOf(target) : undefined;
  if (to === undefined || to <= from) return undefined;
  return `${file} (${floors[from]?.name}) imports ${target} (${floors[to]?.name}), which is above it`;
}

function floorOf(file: string): number | undefined {
  const folder = dirname(file.slice(service.length));
  const floor = floors.findIndex(({ folders }) => (folders as readonly string[]).includes(folder));
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
