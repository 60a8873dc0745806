// Turns Ajv's errors into sentences for people: the required value, never the terms of a schema.
import type { FaultCode, FaultValues } from '../ground/errors.ts';
import type { ErrorObject } from 'ajv';
import { counted } from '../ground/counted.ts';
import { didYouMean } from '../ground/did-you-mean.ts';
import { unescapePointer } from '../ground/input-order.ts';
import { guidPattern, knownNames } from '../ground/schema/parts.schema.ts';
import type { TextFault } from '../ground/text.ts';

/** A fault before it is known how its place is written. */
export interface ErrorLocation {
  readonly path: readonly string[];
  readonly code: FaultCode;
  readonly detail: string;
  readonly values?: FaultValues;
}

interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly 'x-fault'?: string;
  readonly [knownNames]?: readonly string[];
  readonly [elsewhere]?: Readonly<Record<string, string>>;
}

/** A keyword of an object: what callers look for in it, and where that is. */
export const elsewhere = 'x-elsewhere';

/** Names of other services for members and parameters of ours. */
const namesElsewhere: ReadonlyMap<string, string> = new Map([
  ['page', 'cursor'],
  ['skip', 'offset'],
  ['pagesize', 'limit'],
  ['perpage', 'limit'],
  ['size', 'limit'],
  ['top', 'limit'],
  ['q', 'search'],
  ['query', 'search'],
  ['filter', 'search'],
  ['order', 'sort'],
  ['orderby', 'sort'],
  ['include', 'expand'],
  ['updatedsince', 'changedSince'],
  ['modifiedsince', 'changedSince'],
  ['alias', 'mailNickName'],
  ['email', 'mailNickName'],
  ['owner', 'owners'],
  ['clientid', 'keyId'],
  ['username', 'keyId'],
  ['clientsecret', 'secret'],
  ['password', 'secret'],
]);

const names = new WeakMap<object, readonly string[]>();

/** The same list for the same schema. */
function membersOf({ properties = {} }: SchemaNode): readonly string[] {
  const known = names.get(properties) ?? Object.keys(properties);
  names.set(properties, known);
  return known;
}

/** The name that was meant, a sentence that says where the thing is, or the names that there are. */
function meantInstead(unknown: string, node: SchemaNode): FaultValues & { readonly hint: string } {
  const known = membersOf(node);
  const place = node[elsewhere]?.[unknown];
  if (place !== undefined) return { hint: `: ${place}` };
  const same = namesElsewhere.get(unknown.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const suggestion = same !== undefined && known.includes(same) ? same : didYouMean(unknown, known);
  if (suggestion !== undefined) return { hint: `; did you mean ${suggestion}?`, suggestion };
  return { hint: known.length === 0 ? '.' : `; known: ${known.join(', ')}.` };
}

function nodeOf(error: ErrorObject): SchemaNode {
  return (error.parentSchema ?? {}) as SchemaNode;
}

export function ownWords(error: ErrorObject): string | undefined {
  return nodeOf(error)['x-fault'];
}

type At = (code: FaultCode, predicate: string, values?: FaultValues) => ErrorLocation;

/** The sentence and the place for one error of Ajv. */
export function describeFault(error: ErrorObject, isBody: boolean): ErrorLocation {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const name = path.length === 0 ? (isBody ? 'The body' : 'The query') : shorten(path.join('/'));
  const params = error.params as Record<string, unknown>;
  const at: At = (code, predicate, values) => ({
    path,
    code,
    detail: `${name} ${predicate.replace(/[.?]?$/, (end) => (end === '?' ? end : '.'))}`,
    ...(values !== undefined && { values }),
  });
  const own = ownWords(error);
  const bound = Number(params['limit']);
  switch (error.keyword) {
    case 'required': {
      const missing = [...path, String(params['missingProperty'])];
      return {
        path: missing,
        code: 'required',
        detail: `${missing.join('/')} is missing.`,
        values: { name: shorten(missing.join('/')) },
      };
    }
    case 'additionalProperties': {
      const unknown = String(params['additionalProperty']);
      const shown = shorten([...path, unknown].join('/'));
      const { hint, ...suggested } = meantInstead(unknown, nodeOf(error));
      return {
        path: [...path, unknown],
        code: 'unknown_member',
        detail: `${shown} is unknown${hint}`,
        values: { name: shown, ...suggested },
      };
    }
    case 'type':
      if (!isBody && Array.isArray(error.data)) return at('duplicate', 'appears more than once');
      // A query knows text only, so what it is instead says nothing.
      return at(
        'wrong_type',
        `must be ${listTypes(nodeOf(error).type)}${fewMembersOf(nodeOf(error))}${isBody ? insteadOf(error.data) : ''}`,
        { types: typesOf(nodeOf(error).type) },
      );
    case 'maxLength':
      return at('too_long', `must have at most ${counted(bound, 'character')}`, { maximum: bound });
    case 'minLength':
      return error.data === '' || bound === 1
        ? at('too_short', 'must not be empty', { minimum: bound, ...(bound > 1 && { actual: 0 }) })
        : at('too_short', `must have at least ${counted(bound, 'character')}`, { minimum: bound });
    case 'maxItems':
      return at('too_many', `must have at most ${counted(bound, 'entry', 'entries')}`, {
        maximum: bound,
      });
    case 'minItems':
      return at('too_few', `must have at least ${counted(bound, 'entry', 'entries')}`, {
        minimum: bound,
      });
    case 'uniqueItems':
      return at('duplicate', 'must not contain the same entry twice');
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return at('out_of_range', own ?? rangeOf(nodeOf(error)), boundsOf(nodeOf(error)));
    case 'enum':
      return notAmongChoices(error, at, params['allowedValues']);
    case 'const':
      return at('not_allowed', own ?? `must be ${JSON.stringify(params['allowedValue'])}`, {
        choices: textsOf([params['allowedValue']]),
      });
    case 'format':
      return nodeOf(error).format === 'date'
        ? at('not_valid', 'must be a day such as 2027-12-31', { rule: 'date' })
        : at('not_valid', 'must be a time such as 2027-12-31T00:00:00Z', { rule: 'moment' });
    case 'pattern': {
      const { pattern, [knownNames]: known = [] } = nodeOf(error);
      const otherwise =
        pattern === guidPattern ? 'must be a GUID' : 'does not have the required format';
      const wrong = String(error.data)
        .split(',')
        .find((name) => !known.includes(name));
      const suggestion = didYouMean(wrong ?? '', known);
      return suggestion === undefined
        ? at('pattern_mismatch', own ?? otherwise)
        : at('pattern_mismatch', `${own ?? otherwise}; did you mean ${suggestion}?`, {
            suggestion,
          });
    }
    case 'x-text': {
      const { code, detail, values } = error.params as TextFault;
      return at(code, detail, values);
    }
    case 'anyOf':
    case 'oneOf':
      return describeAlternatives(error, at, own);
    default:
      return at('not_valid', own ?? 'is not valid');
  }
}

/** The list has the one that was probably meant again at its end, where a slip of the pen explains the value. */
function notAmongChoices(error: ErrorObject, at: At, allowed: unknown): ErrorLocation {
  const choices = textsOf(allowed);
  const predicate = ownWords(error) ?? `must be one of ${listValues(allowed)}`;
  const meant = isWord(error.data) ? didYouMean(error.data, choices) : undefined;
  return meant === undefined
    ? at('not_allowed', predicate, { choices })
    : at('not_allowed', `${predicate}; did you mean ${meant}?`, { choices, suggestion: meant });
}

/** Shorter texts are one slip away from each other, so none is more likely than another. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && value.length > 2;
}

function describeAlternatives(error: ErrorObject, at: At, own: string | undefined): ErrorLocation {
  const node = nodeOf(error);
  const branches = node.anyOf ?? node.oneOf ?? [];
  const constants = branches.flatMap((branch) =>
    branch.const === undefined ? [] : [branch.const],
  );
  if (constants.length > 0 && constants.length === branches.length) {
    return notAmongChoices(error, at, constants);
  }
  const types = [...new Set(branches.flatMap(({ type }) => type ?? []))];
  const isOfOtherType = types.length > 0 && !types.includes(typeOf(error.data));
  if (isOfOtherType) {
    return at('wrong_type', `must be ${listTypes(types)}${insteadOf(error.data)}`, { types });
  }
  return at('pattern_mismatch', own ?? 'does not match any of the allowed forms');
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

function typesOf(type: SchemaNode['type']): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}

function listTypes(type: SchemaNode['type']): string {
  return typesOf(type)
    .map((name) => typeNames[name] ?? name)
    .join(' or ');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** An object says which members it has where they are few. */
function fewMembersOf(node: SchemaNode): string {
  const known = membersOf(node);
  const isShort = node.type === 'object' && known.length > 0 && known.length < 5;
  return isShort ? ` with ${known.join(', ')}` : '';
}

function insteadOf(value: unknown): string {
  return value === undefined ? '' : `, not ${typeNames[typeOf(value)] ?? 'something else'}`;
}

function rangeOf({ minimum, maximum }: SchemaNode): string {
  if (minimum !== undefined && maximum !== undefined)
    return `must be from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `must be at least ${minimum}`;
  return maximum === undefined ? 'is out of range' : `must be at most ${maximum}`;
}

function boundsOf({ minimum, maximum }: SchemaNode): FaultValues {
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

function listValues(values: unknown): string {
  return (Array.isArray(values) ? values : []).map((value) => JSON.stringify(value)).join(', ');
}

function textsOf(values: unknown): readonly string[] {
  return (Array.isArray(values) ? values : []).map(String);
}

export function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
