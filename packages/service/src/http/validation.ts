// Checks input against its TypeBox schema, and says every fault at once, in the order of the input,
// in sentences for people. Valid input costs one compiled check; only what is wrong is checked again,
// by a second check that collects everything.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { createInputOrder } from '../foundation/input-order.ts';
import { DomainError, validationFailed, type Fault } from '../foundation/errors.ts';
import { describeFault, ownWords, shorten } from './fault-sentences.ts';

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
      if (!isBody) refuseNul(value, httpPart);
      if (isValid(value)) return true;
      findFaults ??= compile(thorough, schema as object);
      findFaults(value);
      return { error: toDomainError(findFaults.errors ?? [], value, httpPart) };
    };
  };
}

/** No text of ours holds U+0000, and PostgreSQL takes none. */
function refuseNul(value: unknown, httpPart: HttpPart): void {
  if (httpPart !== 'querystring') return;
  for (const [parameter, text] of Object.entries(value as object)) {
    if (!String(text).includes('\0') && !parameter.includes('\0')) continue;
    const detail = 'A parameter of the query holds the character U+0000.';
    throw new DomainError('invalid_query', detail, {
      faults: [{ parameter: parameter.replaceAll('\0', ''), code: 'forbidden_character', detail }],
    });
  }
}

function newAjv(options: object): Ajv {
  const ajv = new Ajv({ ...options, validateFormats: false });
  ajv.addVocabulary(vocabulary);
  return ajv;
}

/** More are not looked at: a caller corrects these first, and a hostile one costs us little. */
const maxErrors = 2000;
const maxFaults = 1000;

function toDomainError(
  errors: readonly ErrorObject[],
  value: unknown,
  httpPart: HttpPart,
): DomainError {
  if (httpPart === 'params') return new DomainError('not_found', 'There is nothing here.');
  const isBody = httpPart === 'body';
  const faults = faultsOf(errors.slice(0, maxErrors), value, isBody);
  if (isBody) return validationFailed(faults);
  const [first] = faults;
  const detail =
    faults.length === 1 && first !== undefined
      ? first.detail
      : `The query has ${faults.length} faults; each is listed in errors.`;
  return new DomainError('invalid_query', detail, { faults });
}

/** Ajv's errors as faults, in the order of the input. */
export function faultsOf(
  errors: readonly ErrorObject[],
  value: unknown,
  isBody: boolean,
): readonly Fault[] {
  const places = mergeAlternatives(errors).map((error) => describeFault(error, isBody));
  const ordered = createInputOrder(value)(places, ({ path }) => path);
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const place of ordered) {
    const pointer = toPointer(place.path);
    const key = `${pointer} ${place.code} ${place.detail}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { code, detail } = place;
    if (faults.length === maxFaults) break;
    faults.push(
      isBody ? { pointer, code, detail } : { parameter: place.path.join('/'), code, detail },
    );
  }
  return faults;
}

function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
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
      isAtOrBelow(error.instancePath, alternative.instancePath);
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

function toPointer(path: readonly string[]): string {
  return path
    .map((part) => `/${shorten(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
