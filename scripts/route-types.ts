// The routes of an OpenAPI description as one TypeScript type: by method and path, the parameters, body and
// answer of each.
import { comment, type Enums, type Schema, typeOf } from './schema-types.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export function routesType(paths: Paths, enums: Enums): string {
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ method, path, operation })),
  );
  const byMethod = Map.groupBy(operations, ({ method }) => method);
  const methods = [...byMethod].map(([method, ofMethod]) => {
    const routes = ofMethod.map(
      ({ path, operation }) =>
        `${comment({ description: operation.summary ?? '' })}readonly '${path}': ${operationType(operation, enums)};`,
    );
    return `readonly ${method}: {\n${routes.join('\n')}\n};`;
  });
  return `/** By method and path. */\nexport interface Routes {\n${methods.join('\n')}\n}`;
}

function operationType(operation: Operation, enums: Enums): string {
  const { parameters = [], requestBody, responses } = operation;
  const parts = ['path', 'query', 'header'].flatMap((place) => {
    const there = parameters.filter((parameter) => parameter.in === place);
    return there.length === 0 ? [] : [`readonly ${place}: ${parametersType(there, enums)};`];
  });
  const body = requestBody?.content['application/json'];
  if (body !== undefined) parts.push(`readonly body: ${typeOf(body.schema, enums)};`);
  parts.push(`readonly answer: ${answerType(responses, enums)};`);
  return `{\n${parts.join('\n')}\n}`;
}

function parametersType(parameters: readonly Parameter[], enums: Enums): string {
  return typeOf(
    {
      type: 'object',
      properties: Object.fromEntries(
        parameters.map(({ name, description, schema }) => [
          name,
          description === undefined ? schema : { ...schema, description },
        ]),
      ),
      required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    },
    enums,
  );
}

/** Good answers have it; undefined for one without content, text for one that is not JSON. */
function answerType(responses: Operation['responses'], enums: Enums): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = good.map(([, { content }]) => {
    if (content === undefined) return 'undefined';
    const json = content['application/json'];
    return json === undefined ? 'string' : typeOf(json.schema, enums);
  });
  if (types.length === 0) throw new Error('An operation needs the description of a good answer.');
  return [...new Set(types)].join(' | ');
}
