// `node scripts/client-types.ts` writes the types of the SDK and of the admin center from docs/api; with `--check`
// it fails when a file differs from what it would write.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Paths, routesType } from './route-types.ts';
import { comment, type Enums, openType, type Schema, typeOf } from './schema-types.ts';

interface Target {
  readonly of: string;
  readonly file: string;
  readonly enums: Enums;
  readonly withRoutes: boolean;
  /** The operations that the client calls, by the addresses that it knows. */
  readonly pathsOf: (paths: Paths) => Paths;
}

const source = 'docs/api/openapi.json';
const admin = '/admin/api/{tenantId}';

const targets: readonly Target[] = [
  {
    of: 'SDK',
    file: 'packages/client/src/generated/api.ts',
    enums: 'open',
    withRoutes: false,
    pathsOf: (paths) =>
      Object.fromEntries(Object.entries(paths).filter(([path]) => !path.startsWith(admin))),
  },
  {
    of: 'admin center',
    file: 'packages/console/src/api/generated/admin-api.ts',
    // The service delivers the admin center, so that both are of one release.
    enums: 'closed',
    withRoutes: true,
    pathsOf: operationsOfSessions,
  },
];

/** Addresses are below the tenant. Those of administrators alone come first where both mounts have one. */
function operationsOfSessions(paths: Paths): Paths {
  const found: Record<string, Paths[string]> = {};
  for (const [path, methods] of Object.entries(paths)) {
    const isOfAdministrators = path.startsWith(admin);
    const below = isOfAdministrators ? path.slice(admin.length) : path;
    const operations = Object.fromEntries(
      Object.entries(methods).filter(
        ([, { security = [] }]) =>
          isOfAdministrators || security.some((scheme) => 'session' in scheme),
      ),
    );
    if (Object.keys(operations).length > 0) found[below] = { ...found[below], ...operations };
  }
  return found;
}

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Paths;
  readonly webhooks: unknown;
}

const root = new URL('..', import.meta.url);

function typesOf({ enums, withRoutes, pathsOf }: Target): string {
  const { components, paths, webhooks } = JSON.parse(
    readFileSync(new URL(source, root), 'utf8'),
  ) as Description;
  const called = pathsOf(paths);
  const used = usedSchemas([called, webhooks], components.schemas);
  const types = Object.entries(components.schemas)
    .filter(([name]) => used.has(name))
    .map(([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema, enums)};`);
  const parts = [openType, ...types, ...(withRoutes ? [routesType(called, enums)] : [])];
  return formatted(`// Written by scripts/client-types.ts from ${source}; do not edit.

${parts.join('\n\n')}
`);
}

/** The schemas that are referred to, directly or by others, and the problem codes that every answer may have. */
function usedSchemas(from: unknown, schemas: Description['components']['schemas']): Set<string> {
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    const text = JSON.stringify(value ?? null);
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(from);
  return used;
}

function formatted(text: string): string {
  const oxfmt = fileURLToPath(new URL('node_modules/oxfmt/bin/oxfmt', root));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [oxfmt, '--stdin-filepath', 'api.ts'],
    { input: text, encoding: 'utf8', cwd: fileURLToPath(root) },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

for (const target of targets) {
  const file = new URL(target.file, root);
  const text = typesOf(target);
  if (!process.argv.includes('--check')) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(
      `The types of the ${target.of} differ from ${source}: run node scripts/client-types.ts`,
    );
    process.exit(1);
  }
}
