// Checks input against its TypeBox schema, and says every fault at once, in the order of the input,
// in sentences for people. Valid input costs one compiled check; only what is wrong is checked again,
// by a second check that collects everything.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { guidPattern, knownNames } from '../ground/schema/parts.schema.ts';
import { isDay, parseMoment } from '../ground/moment.ts';
import { emptyIsNull } from '../ground/schema/moment.schema.ts';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { damaged, damagedDetail, inNfc, textFault, type TextForm } from '../ground/text.ts';
import { escapePointer, unescapePointer, createInputOrder } from '../ground/input-order.ts';
import {
  DomainError,
  ShapeError,
  maxFaults,
  noShapeErrors,
  notFound,
  type FaultCode,
  type FieldError,
  type ShapeFaults,
} from '../ground/errors.ts';
import { addBoundedArrays, addQuickUniqueItems, expandArrays } from './bounded-arrays.ts';
import { describeFault, elsewhere, ownWords, shorten } from './field-error-sentences.ts';
import { referredSchemas } from './referred-schemas.ts';

/**
 * A schema may say in its own words what a value must be: `{ pattern, 'x-fault': 'must be a GUID.' }`
 * replaces what would be said of a pattern, a format or alternatives.
 */
const vocabulary = ['x-fault', 'x-patterned', elsewhere, emptyIsNull, knownNames];

/** Other formats describe answers: patterns define valid input. */
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => parseMoment(text) !== undefined,
  date: isDay,
};

/** The form of a text, for `textFault`. A schema of a body that names none means a line. */
const textKeyword = 'x-text';

const bodyOptions = { coerceTypes: false, strict: false, removeAdditional: false } as const;
const queryOptions = { coerceTypes: false, strict: false, useDefaults: true } as const;

type HttpPart = 'body' | 'querystring' | 'params' | 'headers' | (string & {});

type Check<E> = (value: unknown) => { error: E } | true;

/** Faults that are listed for an unauthenticated caller. */
export const maxFaultsOfAnybody = 20;
/** A short body with many wrong values of a long list of choices gets no answer of megabytes. */
const maxListedCharacters = 400_000;

interface Route {
  readonly schema: unknown;
  readonly httpPart?: string;
}

/** The argument of Fastify's `setValidatorCompiler`. */
export interface ValidatorCompiler {
  (route: { readonly schema: unknown; readonly httpPart?: 'body' }): Check<ShapeError>;
  (route: Route): Check<DomainError>;
}

/**
 * @param sharedSchemas those that others refer to by `$id`; asked for when the first of them is compiled
 * @param most how many faults are listed at most; the cost of finding them grows with it, not with the input
 */
export function createValidatorCompiler(
  sharedSchemas: () => Readonly<Record<string, unknown>> = () => ({}),
  most: number = maxFaults,
): ValidatorCompiler {
  const body = newAjv({ ...bodyOptions, allErrors: false });
  const ajvs = {
    body,
    bodyFaults: newAjv({ ...bodyOptions, allErrors: true, verbose: true }),
    query: newAjv({ ...queryOptions, allErrors: false }),
    queryFaults: newAjv({ ...queryOptions, allErrors: true, verbose: true }),
  };
  addBoundedArrays(ajvs.bodyFaults, { most, compileQuick: (schema) => compile(body, schema) });
  const added = new Map<Ajv, Set<string>>(Object.values(ajvs).map((ajv) => [ajv, new Set()]));
  function compile(ajv: Ajv, schema: object): ValidateFunction {
    const known = added.get(ajv);
    for (const [id, shared] of referredSchemas(schema, sharedSchemas())) {
      if (known?.has(id) === false) ajv.addSchema(withTextForms(shared));
      known?.add(id);
    }
    return ajv.compile(schema);
  }
  function compileRoute({ schema, httpPart = 'body' }: Route): Check<DomainError> {
    const isBody = httpPart === 'body';
    const fast = isBody ? ajvs.body : ajvs.query;
    const thorough = isBody ? ajvs.bodyFaults : ajvs.queryFaults;
    const checked = (): object => (isBody ? withTextForms(schema) : (schema as object));
    const types = isBody ? {} : parameterTypes(schema);
    let isValid: ValidateFunction | undefined;
    let findFaults: ValidateFunction | undefined;
    return (value) => {
      isValid ??= compile(fast, checked());
      if (!isBody) {
        const parameters = value as Record<string, unknown>;
        readTexts(parameters, httpPart);
        readValues(parameters, types);
      }
      if (isValid(value)) return true;
      findFaults ??= compile(thorough, checked());
      findFaults(value);
      return { error: toDomainError(findFaults.errors ?? [], value, { httpPart, most }) };
    };
  }
  return compileRoute as ValidatorCompiler;
}

/** The faults that the schema of the body found, for a route with `attachValidation`. */
export function shapeOf({ validationError }: { validationError?: unknown }): ShapeFaults {
  if (validationError === undefined) return noShapeErrors;
  if (validationError instanceof ShapeError) return validationError.shape;
  throw validationError;
}

/** Normalises the parameters in place. None of our texts has U+0000 or damaged text, and PostgreSQL takes no U+0000. */
function readTexts(parameters: Record<string, unknown>, httpPart: HttpPart): void {
  if (httpPart === 'headers') return;
  for (const [parameter, value] of Object.entries(parameters)) {
    parameters[parameter] = inNfc(value);
    if (httpPart !== 'querystring') continue;
    const refuse = (code: FaultCode, detail: string): never => {
      const faults = [{ parameter: parameter.replaceAll('\0', ''), code, detail }];
      throw new DomainError('invalid_query', detail, { faults });
    };
    if (String(value).includes('\0') || parameter.includes('\0')) {
      refuse('forbidden_character', 'A query parameter contains the character U+0000.');
    }
    if (String(value).includes(damaged)) refuse('damaged_text', `${parameter} ${damagedDetail}.`);
  }
}

/** A parameter is a text: these are the texts of each other type. A text that is none of them stays, and is a fault. */
const valueReaders: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (/^(?:0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : text),
  boolean: (text) => text === 'true' || (text === 'false' ? false : text),
};

type ParameterTypes = Readonly<Record<string, { readonly type?: string }>>;

function parameterTypes(schema: unknown): ParameterTypes {
  return (schema as { properties?: ParameterTypes }).properties ?? {};
}

function readValues(parameters: Record<string, unknown>, types: ParameterTypes): void {
  for (const [name, { type = 'string' }] of Object.entries(types)) {
    const text = parameters[name];
    const read = valueReaders[type];
    if (typeof text === 'string' && read !== undefined) parameters[name] = read(text);
  }
}

/** The key is the schema that each was made from: Ajv takes an object that it knows for the same schema. */
const formed = new WeakMap<object, object>();

/** The schema with a form for each of its texts. */
function withTextForms(schema: unknown): object {
  const known = formed.get(schema as object);
  if (known !== undefined) return known;
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const inner = Object.fromEntries(
      Object.entries(node).map(([name, member]) => [name, visit(member)]),
    );
    return inner['type'] === 'string' && !Object.hasOwn(formats, String(inner['format']))
      ? { [textKeyword]: 'line' satisfies TextForm, ...inner }
      : inner;
  };
  const made = visit(schema) as object;
  formed.set(schema as object, made);
  return made;
}

function addTextForms(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: textKeyword,
    type: 'string',
    schemaType: 'string',
    errors: true,
    compile(form: TextForm) {
      const check: DataValidateFunction = (text: string) => {
        const fault = textFault(text, form);
        if (fault === undefined) return true;
        check.errors = [{ keyword: textKeyword, params: fault }];
        return false;
      };
      return check;
    },
  });
}

/**
 * The meta-schema is left out: our schemas come from TypeBox, and it would meet our own keywords. So is the optimizer of
 * Ajv, which makes an object of each name in its code, with the name as the first member. After 1,536 first members, V8
 * gives each object with another one a shape that it shares with none, until old memory is collected. Headers of requests
 * are such objects, and took 10 to 60 times as long.
 */
const common = {
  meta: false,
  validateSchema: false,
  code: { optimize: false },
} as const;

function newAjv(options: object): Ajv {
  const ajv = new Ajv({ ...options, ...common });
  ajv.addVocabulary(vocabulary);
  ajv.removeKeyword('format');
  ajv.addKeyword({ keyword: 'format', type: 'string', schemaType: 'string', compile: checkFormat });
  addQuickUniqueItems(ajv);
  addTextForms(ajv);
  return ajv;
}

/** Where Ajv found a value. */
interface Place {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

function checkFormat(format: string, parent: object) {
  const isOfFormat = formats[format];
  const mayBeEmpty = emptyIsNull in parent;
  return (text: string, place?: Place): boolean => {
    if (mayBeEmpty && text === '' && place !== undefined) {
      place.parentData[place.parentDataProperty] = null;
      return true;
    }
    return isOfFormat?.(text) ?? true;
  };
}

/** Ajv's errors that are looked at for each fault that may be listed: alternatives have several. */
const errorsOfFault = 4;

function toDomainError(
  found: readonly ErrorObject[],
  value: unknown,
  { httpPart, most }: { httpPart: HttpPart; most: number },
): DomainError {
  if (httpPart === 'params') return notFound(wrongPart(found));
  const isBody = httpPart === 'body';
  const { errors, undescribed } = expandArrays(found);
  const looked = errors.slice(0, most * errorsOfFault);
  const { faults, unlisted } = faultsOf(looked, value, { isBody, most });
  if (isBody) {
    return new ShapeError({
      listed: faults,
      unlisted: unlisted + undescribed + (errors.length - looked.length),
      ...invalidMembers(errors),
    });
  }
  const [first] = faults;
  const detail =
    faults.length === 1 && first !== undefined
      ? first.detail
      : `The query has ${faults.length} faults; each is listed in errors.`;
  return new DomainError('invalid_query', detail, { faults });
}

/** The clause says what a part of the address has to be, where its schema does. */
function wrongPart([error]: readonly ErrorObject[]): string | undefined {
  if (error === undefined) return undefined;
  const isNoGuid = (error.parentSchema as { pattern?: string }).pattern === guidPattern;
  const words = ownWords(error) ?? (isNoGuid ? 'must be a GUID' : undefined);
  return words && `${error.instancePath.slice(1)} ${words}`;
}

/** Every error is read, so that a member whose fault is not listed does not pass for a sound one. */
function invalidMembers(errors: readonly ErrorObject[]): {
  members: Set<string>;
  hasWrongType: boolean;
} {
  const members = new Set<string>();
  let hasWrongType = false;
  for (const { instancePath, keyword, params } of errors) {
    const [, first] = instancePath.split('/', 2);
    const named = params as { missingProperty?: string; additionalProperty?: string };
    const member =
      first === undefined
        ? (named.missingProperty ?? named.additionalProperty)
        : unescapePointer(first);
    if (member !== undefined) members.add(member);
    else if (keyword !== 'if') hasWrongType = true;
  }
  return { members, hasWrongType };
}

/** Ajv's errors as faults, in the order of the input. */
function faultsOf(
  errors: readonly ErrorObject[],
  value: unknown,
  { isBody, most }: { isBody: boolean; most: number },
): { faults: readonly FieldError[]; unlisted: number } {
  const places = mergeAlternatives(errors).map((error) => describeFault(error, isBody));
  const ordered = createInputOrder(value)(places, ({ path }) => path);
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  let room = maxListedCharacters;
  for (const place of ordered) {
    const pointer = toPointer(place.path);
    const key = `${pointer} ${place.code} ${place.detail}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (faults.length === most || room <= 0) continue;
    const { path, ...fault } = place;
    faults.push(isBody ? { pointer, ...fault } : { parameter: path.join('/'), ...fault });
    room -= JSON.stringify(fault).length;
  }
  return { faults, unlisted: seen.size - faults.length };
}

function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}

/** An anyOf or oneOf says once what was wrong: the faults of the one branch that was meant, or its own. */
function mergeAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  // Ajv gives the errors of the branches right before the error of their alternative, and inner
  // alternatives before the outer ones, so that each is settled by looking back a little.
  const settled: ErrorObject[] = [];
  for (const error of errors) {
    const isAlternative = error.keyword === 'anyOf' || error.keyword === 'oneOf';
    if (!isAlternative) {
      settled.push(error);
      continue;
    }
    let from = settled.length;
    while (from > 0 && isAtOrBelow(settled[from - 1]?.instancePath ?? '', error.instancePath)) {
      from--;
    }
    const prefix = `${error.schemaPath}/`;
    const [within, others] = partition(settled.splice(from), ({ schemaPath }) =>
      schemaPath.startsWith(prefix),
    );
    settled.push(...others, ...(meantBranch(error, within) ?? [error]));
  }
  return settled;
}

/** The errors of the one branch that the value was meant for, if that can be determined. */
function meantBranch(
  alternative: ErrorObject,
  within: readonly ErrorObject[],
): readonly ErrorObject[] | undefined {
  if (ownWords(alternative) !== undefined) return undefined;
  const { length } = `${alternative.schemaPath}/`;
  const branches = Map.groupBy(within, ({ schemaPath }) =>
    Number.parseInt(schemaPath.slice(length), 10),
  );
  const meant = [...branches.values()].filter(
    (branch) =>
      !branch.some(
        ({ keyword, instancePath }) =>
          instancePath === alternative.instancePath && keyword === 'type',
      ),
  );
  return meant.length === 1 ? meant[0] : undefined;
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const first: T[] = [];
  const second: T[] = [];
  for (const one of all) (isFirst(one) ? first : second).push(one);
  return [first, second];
}

function toPointer(path: readonly string[]): string {
  return path.map((part) => `/${escapePointer(shorten(part))}`).join('');
}
