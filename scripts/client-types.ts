// `node scripts/client-types.ts` writes the types of the SDK and of the admin center from docs/api; with `--check`
// it fails when a file differs from what it would write.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Paths, routesType } from './route-types.ts';
import { comment, type Enums, openType, type Schema, typeOf } from './schema-types.ts';

interface Target {
  readonly of: string;
  readonly source: string;
  readonly file: string;
  readonly enums: Enums;
  readonly withRoutes: boolean;
}

const targets: readonly Target[] = [
  {
    of: 'SDK',
    source: 'docs/api/openapi.json',
    file: 'packages/client/src/generated/api.ts',
    enums: 'open',
    withRoutes: false,
  },
  {
    of: 'admin center',
    source: 'docs/api/admin-openapi.json',
    file: 'packages/console/src/api/generated/admin-api.ts',
    // The service delivers the admin center, so that both are of one release.
    enums: 'closed',
    withRoutes: true,
  },
];

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Paths;
}

const root = new URL('..', import.meta.url);

function typesOf({ source, enums, withRoutes }: Target): string {
  const { components, paths } = JSON.parse(
    readFileSync(new URL(source, root), 'utf8'),
  ) as Description;
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema, enums)};`,
  );
  const parts = [openType, ...types, ...(withRoutes ? [routesType(paths, enums)] : [])];
  return formatted(`// Written by scripts/client-types.ts from ${source}; do not edit.

${parts.join('\n\n')}
`);
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
      `The types of the ${target.of} differ from ${target.source}: run node scripts/client-types.ts`,
    );
    process.exit(1);
  }
}
