// The API's description as a page to read: every operation with its parameters, body, answers,
// problems and a line of curl, then every schema.
import type { Json, JsonObject } from './json.ts';
import { html, type Html, table } from './page.ts';

export function referenceOf(document: JsonObject): Html {
  const baseUrl = textOf(asObject(asList(document['servers'])[0])['url']);
  const info = asObject(document['info']);
  const components = asObject(document['components']);
  const schemas = asObject(components['schemas']);
  const operations = Object.entries(asObject(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(asObject(methods)).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: asObject(operation),
    })),
  );
  const webhooks = Object.entries(asObject(document['webhooks']));
  const sections = asList(document['tags']).map((tag) => {
    const name = textOf(asObject(tag)['name']);
    const own = operations.filter(({ operation }) => asList(operation['tags']).includes(name));
    return html`<h2>${name}</h2>
      <p>${textOf(asObject(tag)['description'])}</p>
      ${own.map((one) => operationOf(one, { baseUrl, schemas }))}
      ${name === 'Webhooks' ? webhooks.map(([type, item]) => webhookOf(type, asObject(item))) : ''}`;
  });
  return html`<h1>${textOf(info['title'])} API</h1>
    <p class="soft">
      Version ${textOf(info['version'])} · <a href="openapi.json">openapi.json</a> (OpenAPI 3.1) ·
      <a href="openapi-3.0.json">openapi-3.0.json</a> (without webhooks) ·
      <a href="docs/explorer">explorer</a> · <a href="problems">all problems</a>
    </p>
    ${paragraphs(textOf(info['description']))}
    <ul>
      ${operations.map(
        ({ path, method, operation }) =>
          html`<li>
            <span class="method">${method}</span>
            <a href="#${textOf(operation['operationId'])}"><code>${path}</code></a>
            <span class="soft">${textOf(operation['summary'])}</span>
          </li>`,
      )}
    </ul>
    ${sections}
    <h2>Schemas</h2>
    ${Object.entries(schemas).map(
      ([name, schema]) =>
        html`<h3 id="schema-${name}">${name}</h3>
          ${schemaOf(asObject(schema))}${exampleOf(asObject(schema))}`,
    )}`;
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

interface Surroundings {
  readonly baseUrl: string;
  readonly schemas: JsonObject;
}

function operationOf({ path, method, operation }: Operation, around: Surroundings): Html {
  const isPublic =
    operation['security'] !== undefined && asList(operation['security']).length === 0;
  const parameters = asList(operation['parameters']).map(asObject);
  const rows = parameters.map((parameter) => [
    html`<code>${textOf(parameter['name'])}</code>`,
    `${textOf(parameter['in'])}${parameter['required'] === true ? ', required' : ''}`,
    typeOf(asObject(parameter['schema'])),
    textOf(parameter['description']),
  ]);
  const body = contentOf(operation['requestBody']);
  return html`<h3 id="${textOf(operation['operationId'])}">
      <span class="method">${method}</span> <code>${path}</code>
    </h3>
    <p>
      ${textOf(operation['summary'])}
      ${textOf(operation['description'])}${isPublic ? ' No token is required.' : ''}
    </p>
    ${rows.length > 0 ? table(['Parameter', 'Where', 'Type', 'Meaning'], rows) : ''}
    ${body.map(([mediaType, schema]) => html`<p>Body, <code>${mediaType}</code>: ${typeOf(schema)}</p>`)}
    <pre><code>${curlOf({ path, method, operation }, around)}</code></pre>
    ${answersOf(operation)}`;
}

function webhookOf(type: string, item: JsonObject): Html {
  const operation = asObject(item['post']);
  const [body] = contentOf(operation['requestBody']);
  const [content] = Object.values(asObject(asObject(operation['requestBody'])['content']));
  const sample = asObject(asObject(asObject(content)['examples'])['sample'])['value'];
  return html`<h3 id="${textOf(operation['operationId'])}"><code>${type}</code></h3>
    <p>${textOf(operation['summary'])} Body: ${body === undefined ? '' : typeOf(body[1])}</p>
    <details>
      <summary>Sample</summary>
      <pre><code>${JSON.stringify(sample, undefined, 2)}</code></pre>
    </details>`;
}

function answersOf(operation: JsonObject): Html {
  const rows = Object.entries(asObject(operation['responses'])).map(([status, response]) => {
    const content = contentOf(response);
    const isProblem = content.some(([mediaType]) => mediaType.includes('problem'));
    const what = isProblem
      ? codesOf(response).map((code) => html`<a href="problems/${code}"><code>${code}</code></a> `)
      : content.map(([mediaType, schema]) => html`${typeOf(schema)} as <code>${mediaType}</code> `);
    const description = isProblem ? '' : textOf(asObject(response)['description']);
    return [status, html`${description} ${what}`];
  });
  return table(['Status', 'Answer'], rows);
}

function codesOf(response: Json | undefined): string[] {
  const [content] = Object.values(asObject(asObject(response)['content']));
  return Object.keys(asObject(asObject(content)['examples']));
}

function contentOf(holder: Json | undefined): [string, JsonObject][] {
  return Object.entries(asObject(asObject(holder)['content'])).map(([mediaType, content]) => [
    mediaType,
    asObject(asObject(content)['schema']),
  ]);
}

function curlOf(
  { path, method, operation }: Operation,
  { baseUrl, schemas }: Surroundings,
): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${baseUrl}${path}'`];
  if (operation['security'] === undefined) lines.push(`-H 'Authorization: Bearer <ACCESS_TOKEN>'`);
  const [first] = contentOf(operation['requestBody']);
  if (first !== undefined) {
    const [mediaType, schema] = first;
    const example = asList(asObject(schemas[nameOf(schema) ?? ''])['examples'])[0];
    lines.push(`-H 'Content-Type: ${mediaType}'`);
    if (example !== undefined) {
      lines.push(`-d '${JSON.stringify(example, undefined, 2).replaceAll("'", String.raw`'\''`)}'`);
    }
  }
  return lines.join(' \\\n  ');
}

function schemaOf(schema: JsonObject): Html {
  const required = asList(schema['required']);
  const properties = Object.entries(asObject(schema['properties']));
  if (properties.length === 0) {
    return html`<p>${typeOf(schema)}</p>
      ${paragraphs(textOf(schema['description']))}`;
  }
  const rows = properties.map(([name, property]) => {
    const member = asObject(property);
    const optional = required.includes(name) ? '' : html` <span class="soft">optional</span>`;
    return [
      html`<code>${name}</code>`,
      html`${typeOf(member)}${optional}`,
      html`${textOf(member['description'])} <span class="soft">${boundsOf(member)}</span>`,
    ];
  });
  return html`${paragraphs(textOf(schema['description']))}
  ${table(['Member', 'Type', 'Meaning'], rows)}`;
}

function exampleOf(schema: JsonObject): Html | undefined {
  const [example] = asList(schema['examples']);
  if (typeof example !== 'object') return undefined;
  return html`<details>
    <summary>Example</summary>
    <pre><code>${JSON.stringify(example, undefined, 2)}</code></pre>
  </details>`;
}

function nameOf(schema: JsonObject): string | undefined {
  return textOf(schema['$ref']).split('/').at(-1) || undefined;
}

function typeOf(schema: JsonObject): Html {
  const name = nameOf(schema);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  const alternatives = asList(schema['anyOf'] ?? schema['oneOf']);
  if (alternatives.length > 0) {
    return html`${alternatives.map((one, index) => html`${index > 0 ? ' or ' : ''}${typeOf(asObject(one))}`)}`;
  }
  if (schema['const'] !== undefined) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  const values = asList(schema['enum']);
  if (values.length > 0) return html`${values.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (schema['type'] === 'array') return html`list of ${typeOf(asObject(schema['items']))}`;
  const format = schema['format'] === undefined ? '' : ` (${textOf(schema['format'])})`;
  return html`${textOf(schema['type']) || 'any'}${format}`;
}

const bounds: readonly (readonly [string, string])[] = [
  ['minLength', 'at least %s characters'],
  ['maxLength', 'at most %s characters'],
  ['maxItems', 'at most %s entries'],
  ['minimum', 'from %s'],
  ['maximum', 'to %s'],
  ['default', 'default %s'],
];

function boundsOf(schema: JsonObject): string {
  return bounds
    .filter(([name]) => schema[name] !== undefined)
    .map(([name, words]) => words.replace('%s', JSON.stringify(schema[name])))
    .join(', ');
}

/** The little Markdown that descriptions use: paragraphs, lists, and code in backquotes. */
function paragraphs(text: string): Html {
  const blocks = text.split('\n\n').filter((block) => block !== '');
  return html`${blocks.map((block) => {
    const lines = block.split('\n');
    if (lines.every((line) => /^\d+\. /.test(line))) {
      return html`<ol>
        ${lines.map((line) => html`<li>${codeIn(line.replace(/^\d+\. /, ''))}</li>`)}
      </ol>`;
    }
    if (lines.every((line) => line.startsWith('- '))) {
      return html`<ul>
        ${lines.map((line) => html`<li>${codeIn(line.slice(2))}</li>`)}
      </ul>`;
    }
    return html`<p>${codeIn(block)}</p>`;
  })}`;
}

function codeIn(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
