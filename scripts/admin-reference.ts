// `node scripts/admin-reference.ts` writes docs/api/admin.md from docs/api/openapi.json: the operations of the admin API, with
// the members of their bodies and who may call them. With `--check` it fails when the page differs from what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly tags: readonly [string];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

const mount = '/admin/api/{tenantId}';
const file = fileURLToPath(new URL('../docs/api/admin.md', import.meta.url));
const { paths, tags, components } = JSON.parse(
  readFileSync(new URL('../docs/api/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  return components.schemas[name] ?? schema;
}

/** A member without a question mark is required. */
function membersOf({ requestBody }: Operation): string {
  const schemas = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => {
    const { anyOf, ...own } = resolved(schema);
    return anyOf?.map(resolved) ?? [own];
  });
  const names = schemas.map(({ properties = {}, required = [] }) =>
    Object.keys(properties).map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``),
  );
  return names.map((list) => list.join(', ')).join(' or ');
}

function queryOf({ parameters = [] }: Operation): string {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return names.length === 0 ? '' : `?${names.join(', ')}`;
}

function callersOf({ security }: Operation): string {
  if (security.length === 0) return 'everyone';
  const scopes = security.flatMap(({ accessToken = [] }) => accessToken);
  return ['administrators', ...scopes.map((scope) => `\`${scope}\``)].join(', ');
}

const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith(mount))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      address: `${method.toUpperCase()} ${path.slice(mount.length)}`,
      operation,
    })),
  );

const sections = tags.flatMap(({ name, description }) => {
  const rows = operations
    .filter(({ operation }) => operation.tags[0] === name)
    .map(({ address, operation }) => {
      const sent = [membersOf(operation), queryOf(operation)].filter((text) => text !== '');
      return `| \`${address}\` | ${operation.summary} | ${sent.join('; ')} | ${callersOf(operation)} |`;
    });
  if (rows.length === 0) return [];
  const head = '| operation | does | body; query | callers |\n|---|---|---|---|';
  return [`## ${name}\n\n${description}\n\n${head}\n${rows.join('\n')}`];
});

const text = `<!-- Written by scripts/admin-reference.ts; do not edit. -->

# The admin API

Everything that the admin center does, programs can do, too. The addresses are below \`{ADMIN_URL}/api/{tenantId}\`, by default \`{BASE_URL}/admin/api/{tenantId}\`. Operations of systems that administrators have, too, such as \`GET /teams\`, are at both addresses.

- *Callers* has who may call an operation. Where it names a scope, the access token of an API key with this scope is accepted, as [Scopes](../guides/scopes.md#the-admin-api-for-systems) shows; the others need the session of an administrator.
- Members of a body with a question mark are optional. Where several bodies are possible, they are separated by “or”.
- \`POST\` takes an \`Idempotency-Key\`. \`PUT\` and \`DELETE\` of something with an \`etag\` take \`If-Match\` with it in double quotes. Problems, pages and limits are those of [the other operations](../guides/errors.md).
- [openapi.json](openapi.json) has each member with its meaning and bounds. Your service shows it as a page, with a search, at \`{BASE_URL}/docs\`.

${sections.join('\n\n')}
`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/api/admin.md differs from the API: run node scripts/admin-reference.ts');
  process.exit(1);
}
