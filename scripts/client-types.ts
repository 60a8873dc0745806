// `node scripts/client-types.ts` writes the types of the SDK and of the admin center from docs/api; with `--check`
// it fails when a file differs from what it would write. The admin center takes the schemas of the SDK from there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Paths, routesType } from './route-types.ts';
import { closedType, comment, openType, type Schema, typeOf } from './schema-types.ts';

const source = 'docs/api/openapi.json';
const admin = '/admin/api/{tenantId}';
const root = new URL('..', import.meta.url);

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

const { components, paths, webhooks } = JSON.parse(
  readFileSync(new URL(source, root), 'utf8'),
) as Description;
const schemas = Object.entries(components.schemas);

function declared(name: string, schema: Schema, type: string): string {
  return `${comment(schema)}export type ${name} = ${type};`;
}

const publicPaths = Object.fromEntries(
  Object.entries(paths).filter(([path]) => !path.startsWith(admin)),
);
const schemasOfSdk = usedSchemas([publicPaths, webhooks]);

function typesOfSdk(): readonly string[] {
  const types = schemas
    .filter(([name]) => schemasOfSdk.has(name))
    .map(([name, schema]) => declared(name, schema, typeOf(schema, 'open')));
  return [openType, ...types];
}

/** The service delivers the admin center, so both are of one release, and the admin center knows every value of an enum. */
function typesOfAdminCenter(): readonly string[] {
  const called = operationsOfSessions(paths);
  const used = usedSchemas([called, webhooks]);
  const types = schemas
    .filter(([name]) => used.has(name))
    .map(([name, schema]) =>
      declared(
        name,
        schema,
        schemasOfSdk.has(name) ? `Closed<sdk.${name}>` : typeOf(schema, 'closed'),
      ),
    );
  return [
    `import type * as sdk from '../../../../client/src/generated/api.ts';`,
    closedType,
    ...types,
    routesType(called, 'closed'),
  ];
}

const targets = [
  { of: 'SDK', file: 'packages/client/src/generated/api.ts', parts: typesOfSdk() },
  {
    of: 'admin center',
    file: 'packages/console/src/api/generated/admin-api.ts',
    parts: typesOfAdminCenter(),
  },
];

/** The schemas that are referred to, directly or by others, and the problem codes that every answer may have. */
function usedSchemas(from: unknown): Set<string> {
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    const text = JSON.stringify(value ?? null);
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(components.schemas[name]);
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

for (const { of, parts, ...target } of targets) {
  const file = new URL(target.file, root);
  const text = formatted(`// Written by scripts/client-types.ts from ${source}; do not edit.

${parts.join('\n\n')}
`);
  if (!process.argv.includes('--check')) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`The types of the ${of} differ from ${source}: run node scripts/client-types.ts`);
    process.exit(1);
  }
}
