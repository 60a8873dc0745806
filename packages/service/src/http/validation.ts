// Checks input against its TypeBox schema, and says every fault at once, in the order of the input,
// in sentences for people. Valid input costs one compiled check; only what is wrong is checked again,
// by a second check that collects everything.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { DomainError, validationFailed, type Fault } from '../errors.ts';
import { didYouMean } from '../did-you-mean.ts';

/**
 * A schema may say in its own words what a value must be: `{ pattern, 'x-fault': 'must be a GUID.' }`
 * replaces what would be said of a pattern, a format or alternatives.
 */
const vocabulary = ['x-fault'];

// Formats describe answers and are not checked: what input must look like is said by patterns.
const bodyOptions = { coerceTypes: false, strict: false, removeAdditional: false } as const;
const queryOptions = { coerceTypes: true, strict: false, useDefaults: true } as const;

type HttpPart = 'body' | 'querystring' | 'params' | 'headers' | (string & {});

type Check = (value: unknown) => { error: DomainError } | true;

/**
 * What Fastify's `setValidatorCompiler` takes.
 * @param sharedSchemas those that others refer to by `$id`; asked for when the first of them is compiled
 */
export function createValidatorCompiler(
  sharedSchemas: () => Readonly<Record<string, unknown>> = () => ({}),
): (route: { schema: unknown; httpPart?: string }) => Check {
  const ajvs = {
    body: newAjv({ ...bodyOptions, allErrors: false }),
    bodyFaults: newAjv({ ...bodyOptions, allErrors: true, verbose: true }),
    query: newAjv({ ...queryOptions, allErrors: false }),
    queryFaults: newAjv({ ...queryOptions, allErrors: true, verbose: true }),
  };
  function compile(ajv: Ajv, schema: object): ValidateFunction {
    for (const shared of Object.values(sharedSchemas())) {
      const { $id } = shared as { $id: string };
      if (ajv.getSchema($id) === undefined) ajv.addSchema(shared as object);
    }
    return ajv.compile(schema);
  }
  return ({ schema, httpPart = 'body' }) => {
    const isBody = httpPart === 'body';
    const fast = isBody ? ajvs.body : ajvs.query;
    const thorough = isBody ? ajvs.bodyFaults : ajvs.queryFaults;
    let isValid: ValidateFunction | undefined;
    let findFaults: ValidateFunction | undefined;
    return (value) => {
      isValid ??= compile(fast, schema as object);
      if (isValid(value)) return true;
      findFaults ??= compile(thorough, schema as object);
      findFaults(value);
      return { error: toDomainError(findFaults.errors ?? [], value, httpPart) };
    };
  };
}

function newAjv(options: object): Ajv {
  const ajv = new Ajv({ ...options, validateFormats: false });
  ajv.addVocabulary(vocabulary);
  return ajv;
}

const mostFaults = 1000;

function toDomainError(
  errors: readonly ErrorObject[],
  value: unknown,
  httpPart: HttpPart,
): DomainError {
  if (httpPart === 'params') return new DomainError('not_found', 'There is nothing here.');
  const isBody = httpPart === 'body';
  const faults = faultsOf(errors, value, isBody);
  if (isBody) return validationFailed(faults);
  const [first] = faults;
  const detail =
    faults.length === 1 && first !== undefined
      ? first.detail
      : `The query has ${faults.length} faults; each is listed in errors.`;
  return new DomainError('invalid_query', detail, { faults });
}

interface Place {
  readonly path: readonly string[];
  readonly code: string;
  readonly detail: string;
}

/** Ajv's errors as faults, in the order of the input. */
export function faultsOf(
  errors: readonly ErrorObject[],
  value: unknown,
  isBody: boolean,
): readonly Fault[] {
  const places = mergeAlternatives(errors).map((error) => describe(error));
  const order = createOrder(value);
  const ranked = places.map((place) => ({ place, rank: order(place.path) }));
  ranked.sort((one, other) => compareRanks(one.rank, other.rank));
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const { place } of ranked) {
    const pointer = toPointer(place.path);
    const key = `${pointer} ${place.code} ${place.detail}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { code, detail } = place;
    if (faults.length === mostFaults) break;
    faults.push(
      isBody ? { pointer, code, detail } : { parameter: place.path.join('/'), code, detail },
    );
  }
  return faults;
}

/** An anyOf or oneOf says once what was wrong: the faults of the one branch that was meant, or its own. */
function mergeAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  let left = [...errors];
  // Inner alternatives come before the outer ones in Ajv's order, so each level is settled in turn.
  for (const alternative of alternatives) {
    if (!left.includes(alternative)) continue;
    const prefix = `${alternative.schemaPath}/`;
    const isWithin = (error: ErrorObject): boolean =>
      error !== alternative &&
      error.schemaPath.startsWith(prefix) &&
      error.instancePath.startsWith(alternative.instancePath);
    const within = left.filter((error) => isWithin(error));
    const branches = Map.groupBy(within, ({ schemaPath }) =>
      Number.parseInt(schemaPath.slice(prefix.length), 10),
    );
    const meant = [...branches.values()].filter(
      (branch) =>
        !branch.some(
          ({ keyword, instancePath }) =>
            instancePath === alternative.instancePath && keyword === 'type',
        ),
    );
    const [only] = meant;
    const hasOwnWords = ownWords(alternative) !== undefined;
    const keep =
      meant.length === 1 && only !== undefined && !hasOwnWords ? new Set(only) : undefined;
    left = left.filter((error) => {
      if (error === alternative) return keep === undefined;
      return !isWithin(error) || keep?.has(error) === true;
    });
  }
  return left;
}

interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly 'x-fault'?: string;
}

function nodeOf(error: ErrorObject): SchemaNode {
  return (error.parentSchema ?? {}) as SchemaNode;
}

function ownWords(error: ErrorObject): string | undefined {
  return nodeOf(error)['x-fault'];
}

function describe(error: ErrorObject): Place {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const name = path.length === 0 ? 'The body' : shorten(path.join('/'));
  const params = error.params as Record<string, unknown>;
  const at = (code: string, predicate: string): Place => ({
    path,
    code,
    detail: `${name} ${predicate.replace(/\.?$/, '.')}`,
  });
  const own = ownWords(error);
  const bound = String(params['limit']);
  switch (error.keyword) {
    case 'required': {
      const missing = [...path, String(params['missingProperty'])];
      return { path: missing, code: 'required', detail: `${missing.join('/')} is missing.` };
    }
    case 'additionalProperties': {
      const unknown = String(params['additionalProperty']);
      const meant = didYouMean(unknown, Object.keys(nodeOf(error).properties ?? {}));
      const shown = shorten([...path, unknown].join('/'));
      const hint = meant === undefined ? '.' : `; did you mean ${meant}?`;
      return {
        path: [...path, unknown],
        code: 'unknown_member',
        detail: `${shown} is not known here${hint}`,
      };
    }
    case 'type':
      return at('wrong_type', `must be ${listTypes(nodeOf(error).type)}${insteadOf(error.data)}`);
    case 'maxLength':
      return at('too_long', `must have at most ${characters(bound)}`);
    case 'minLength':
      return bound === '1'
        ? at('too_short', 'must not be empty')
        : at('too_short', `must have at least ${characters(bound)}`);
    case 'maxItems':
      return at('too_many', `must hold at most ${entries(bound)}`);
    case 'minItems':
      return at('too_few', `must hold at least ${entries(bound)}`);
    case 'uniqueItems':
      return at('duplicate', 'must not hold the same entry twice');
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return at('out_of_range', own ?? rangeOf(nodeOf(error)));
    case 'enum':
      return at('not_allowed', own ?? `must be one of ${listValues(params['allowedValues'])}`);
    case 'const':
      return at('not_allowed', own ?? `must be ${JSON.stringify(params['allowedValue'])}`);
    case 'pattern':
    case 'format':
      return at('pattern_mismatch', own ?? 'does not have the form that is needed');
    case 'anyOf':
    case 'oneOf':
      return describeAlternatives(error, at, own);
    default:
      return at('not_valid', own ?? 'is not valid');
  }
}

function describeAlternatives(
  error: ErrorObject,
  at: (code: string, predicate: string) => Place,
  own: string | undefined,
): Place {
  const node = nodeOf(error);
  const branches = node.anyOf ?? node.oneOf ?? [];
  const constants = branches.flatMap((branch) =>
    branch.const === undefined ? [] : [branch.const],
  );
  if (constants.length > 0 && constants.length === branches.length) {
    return at('not_allowed', own ?? `must be one of ${listValues(constants)}`);
  }
  const types = [...new Set(branches.flatMap(({ type }) => type ?? []))];
  const isOfOtherType = types.length > 0 && !types.includes(typeOf(error.data));
  if (isOfOtherType) {
    return at('wrong_type', `must be ${listTypes(types)}${insteadOf(error.data)}`);
  }
  return at('pattern_mismatch', own ?? 'has none of the forms that are possible here');
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function listTypes(type: string | readonly string[] | undefined): string {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  return types.map((name) => typeNames[name] ?? name).join(' or ');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function insteadOf(value: unknown): string {
  return value === undefined ? '' : `, not ${typeNames[typeOf(value)] ?? 'something else'}`;
}

function characters(bound: string): string {
  return bound === '1' ? '1 character' : `${bound} characters`;
}

function entries(bound: string): string {
  return bound === '1' ? '1 entry' : `${bound} entries`;
}

function rangeOf({ minimum, maximum }: SchemaNode): string {
  if (minimum !== undefined && maximum !== undefined)
    return `must be from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `must be at least ${minimum}`;
  return maximum === undefined ? 'is out of range' : `must be at most ${maximum}`;
}

function listValues(values: unknown): string {
  return (Array.isArray(values) ? values : []).map((value) => JSON.stringify(value)).join(', ');
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function toPointer(path: readonly string[]): string {
  return path
    .map((part) => `/${shorten(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Where a path stands in the input, as one number a level; a missing member stands after the others. */
function createOrder(root: unknown): (path: readonly string[]) => readonly number[] {
  const positions = new Map<object, Map<string, number>>();
  const positionIn = (parent: unknown, part: string): number => {
    if (Array.isArray(parent)) return Number(part);
    if (typeof parent !== 'object' || parent === null) return 0;
    let known = positions.get(parent);
    if (known === undefined) {
      known = new Map(Object.keys(parent).map((name, index) => [name, index]));
      positions.set(parent, known);
    }
    return known.get(part) ?? Number.MAX_SAFE_INTEGER;
  };
  return (path) => {
    let parent = root;
    return path.map((part) => {
      const position = positionIn(parent, part);
      parent = (parent as Record<string, unknown> | null | undefined)?.[part];
      return position;
    });
  };
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (let level = 0; level < Math.min(one.length, other.length); level++) {
    const difference = (one[level] ?? 0) - (other[level] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
