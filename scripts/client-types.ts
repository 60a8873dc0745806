// `node scripts/client-types.ts` writes the SDK's types from docs/api/openapi.json; with `--check` it fails
// when the file differs from what it would write. It knows the part of JSON Schema that the service uses,
// and stops at anything else rather than guess.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly description?: string;
}

const root = new URL('..', import.meta.url);
const source = new URL('docs/api/openapi.json', root);
const target = new URL('packages/client/src/generated/api.ts', root);

const document = JSON.parse(readFileSync(source, 'utf8')) as {
  components: { schemas: Record<string, Schema> };
};

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  // A list that the service may grow: what it does not hold yet stays readable.
  if (schema.enum !== undefined) return openUnion(schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map(typeOf).join(' & ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ');
  }
  switch (schema.type) {
    case 'string':
      return (schema.examples?.length ?? 0) > 1 ? openUnion(schema.examples ?? []) : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`There is no type for ${JSON.stringify(schema)}.`);
  }
}

function openUnion(values: readonly unknown[]): string {
  return `Open<${values.map((value) => JSON.stringify(value)).join(' | ')}>`;
}

function objectType(schema: Schema): string {
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) {
    return members(schema);
  }
  const values =
    Object.values(schema.patternProperties ?? {})[0] ??
    (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {});
  return `Readonly<Record<string, ${typeOf(values)}>>`;
}

function members({ properties = {}, required = [] }: Schema): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema)}readonly ${key}${mark}: ${typeOf(schema)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function comment({ description }: Schema): string {
  if (description === undefined || description === '') return '';
  return `/** ${description.replaceAll('*/', '* /')} */\n`;
}

const types = Object.entries(document.components.schemas).map(
  ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`,
);
const text = `// Written by scripts/client-types.ts from docs/api/openapi.json; do not edit.

/** A list that may grow: known values are offered, others stay readable. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

${types.join('\n\n')}
`;

const oxfmt = fileURLToPath(new URL('node_modules/oxfmt/bin/oxfmt', root));
const formatted = spawnSync(process.execPath, [oxfmt, '--stdin-filepath', 'api.ts'], {
  input: text,
  encoding: 'utf8',
  cwd: fileURLToPath(root),
});
if (formatted.status !== 0) throw new Error(formatted.stderr);

if (!process.argv.includes('--check')) {
  mkdirSync(new URL('.', target), { recursive: true });
  writeFileSync(target, formatted.stdout);
} else if (readFileSync(target, 'utf8') !== formatted.stdout) {
  console.error(
    'The SDK’s types differ from docs/api/openapi.json: run node scripts/client-types.ts',
  );
  process.exit(1);
}
