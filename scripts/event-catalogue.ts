// `node scripts/event-catalogue.ts` writes docs/api/events.md from docs/api/openapi.json: each type of event with its members
// and a sample. With `--check` it fails when the page differs from what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Media {
  readonly schema: Schema;
  readonly examples: { readonly sample: { readonly value: { readonly data: object } } };
}
interface Webhook {
  readonly post: {
    readonly summary: string;
    readonly requestBody: { readonly content: Readonly<Record<string, Media>> };
  };
}

const file = fileURLToPath(new URL('../docs/api/events.md', import.meta.url));
const { webhooks, components } = JSON.parse(
  readFileSync(new URL('../docs/api/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly webhooks: Readonly<Record<string, Webhook>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const nameOf = ({ $ref = '' }: Schema) => $ref.slice($ref.lastIndexOf('/') + 1);

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  return schema.type ?? 'any';
}

const entries = Object.entries(webhooks).map(([type, { post }]) => {
  const [media] = Object.values(post.requestBody.content);
  if (media === undefined) throw new Error(`${type} has no body.`);
  return { type, summary: post.summary, family: nameOf(media.schema), media };
});

const sections = [...Map.groupBy(entries, ({ family }) => family)].map(([family, ofFamily]) => {
  const { properties = {}, required = [] } = components.schemas[family]?.properties?.['data'] ?? {};
  const rows = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : ', optional';
    return `| \`${name}\` | ${typeOf(schema)}${optional} | ${schema.description ?? ''} |`;
  });
  const samples = ofFamily.map(
    ({ type, media }) =>
      `### ${type}\n\n\`\`\`json\n${JSON.stringify(media.examples.sample.value.data, undefined, 2)}\n\`\`\``,
  );
  return `## ${family}\n\n${ofFamily[0]?.summary ?? ''}\n\n| member of \`data\` | type | meaning |\n|---|---|---|\n${rows.join('\n')}\n\n${samples.join('\n\n')}`;
});

const text = `<!-- Written by scripts/event-catalogue.ts; do not edit. -->

# Catalogue of events

Each type of event, with the members of its \`data\` and a sample. \`groupwright webhook trigger <type>\` sends the sample to your receiver, with a signature. [Webhooks and events](../guides/webhooks.md) shows the members around \`data\`, and how to verify a signature.

${sections.join('\n\n')}
`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/api/events.md differs from the API: run node scripts/event-catalogue.ts');
  process.exit(1);
}
