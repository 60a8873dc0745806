// Sources and external ids: the keys that a caller's own system has for groups and rosters. Both are parts of addresses,
// and every route that names one reads it here. Sources differ in more than their case; external ids are kept as they
// are sent.
import { Type } from 'typebox';
import type { FaultCode, FaultValues, FieldError } from '../errors.ts';
import { textFault } from '../text.ts';

const maxSourceLength = 64;
export const maxExternalIdLength = 128;

const sourcePattern = '^[A-Za-z0-9][A-Za-z0-9._\\-]*$';
const sourceForm = new RegExp(sourcePattern);

/** Names of what has no source, and parts of addresses. */
const reservedSources: ReadonlySet<string> = new Set([
  'apply',
  'directory',
  'groupwright',
  'hand',
  'manual',
  'plan',
  'policy',
  'template',
]);

const sourceDescription = `The system whose data it is, such as erp: 1 to ${maxSourceLength} letters, digits, dots, hyphens and underscores, a letter or digit first. Its case does not count.`;

/** A source in a body, whose reserved words `sourceFaults` finds. */
export function sourceSchema(description = sourceDescription) {
  return Type.String({
    minLength: 1,
    maxLength: maxSourceLength,
    pattern: sourcePattern,
    description,
    'x-fault': 'must have only letters, digits, ".", "-" and "_", a letter or digit first',
  });
}

export interface ExternalKey {
  /** `sourceOf` gives its form. */
  readonly source: string;
  readonly externalId: string;
}

/** An address has it, and says the form in words: a part of another form is a fault, not an absent thing. */
export const SourceParam = Type.String({ description: sourceDescription });
export const ExternalIdParam = Type.String({
  // The address of many groups.
  pattern: '^(?!apply$)',
  description: `The id of the group in that system, percent-encoded: 1 to ${maxExternalIdLength} characters. Its case counts.`,
});

/** It is stored and compared in this form. */
export function sourceOf(text: string): string {
  return text.toLowerCase();
}

const maxIds = 20;

/** The ids of a group in a body, whose form `externalIdsFaults` finds. */
export const ExternalIdsMember = Type.Optional(
  Type.Array(
    Type.Object(
      { source: Type.String({ description: sourceDescription }), externalId: Type.String() },
      { additionalProperties: false },
    ),
    {
      maxItems: maxIds,
      description: `The ids that your own systems have for the group, at most ${maxIds} and one of each source. Another request finds the group by them.`,
    },
  ),
);

/** Every fault of the ids that a body names, one of each source at most. */
export function externalIdsFaults(keys: readonly ExternalKey[] = []): FieldError[] {
  const seen = new Set<string>();
  return keys.flatMap(({ source, externalId }, index) => {
    const pointer = `/externalIds/${index}`;
    const isDouble = seen.has(sourceOf(source));
    seen.add(sourceOf(source));
    const detail = `A group has one id of a source, and ${source} is in the list twice.`;
    return [
      ...sourceFaults(source, { pointer: `${pointer}/source` }),
      ...externalIdFaults(externalId, { pointer: `${pointer}/externalId` }),
      ...(isDouble
        ? [fault({ pointer: `${pointer}/source` }, 'duplicate', detail, { name: source })]
        : []),
    ];
  });
}

/** The result is the stored form; undefined: none. */
export function storedIds(
  keys: readonly ExternalKey[] | undefined,
): readonly ExternalKey[] | undefined {
  if (keys === undefined || keys.length === 0) return undefined;
  return keys.map(({ source, externalId }) => ({ source: sourceOf(source), externalId }));
}

type Place = { readonly pointer: string } | { readonly parameter: string };

export function sourceFaults(text: string, place: Place): FieldError[] {
  const length = lengthFault(text, maxSourceLength, 'source', place);
  if (length !== undefined) return [length];
  if (!sourceForm.test(text)) {
    const detail =
      'source must have only letters, digits, ".", "-" and "_", a letter or digit first.';
    return [fault(place, 'pattern_mismatch', detail, { pattern: sourcePattern })];
  }
  if (!reservedSources.has(sourceOf(text))) return [];
  return [
    fault(place, 'not_allowed', `${text} is reserved. Choose another source.`, reserved(text)),
  ];
}

export function externalIdFaults(text: string, place: Place): FieldError[] {
  const length = lengthFault(text, maxExternalIdLength, 'externalId', place);
  if (length !== undefined) return [length];
  const unreadable = textFault(text, 'line');
  if (unreadable !== undefined) {
    const { code, detail, values = {} } = unreadable;
    return [fault(place, code, `externalId ${detail}.`, values)];
  }
  if (text.trim() !== text) {
    return [fault(place, 'outer_white_space', 'externalId must have no spaces at its ends.')];
  }
  if (!/^(?:\.{1,2}|apply)$/.test(text)) return [];
  const detail = `${text} cannot be an externalId, because addresses read it otherwise.`;
  return [fault(place, 'not_allowed', detail, reserved(text))];
}

const reserved = (name: string): FaultValues => ({ rule: 'reserved_word', name });

function lengthFault(
  text: string,
  maximum: number,
  name: string,
  place: Place,
): FieldError | undefined {
  const actual = Array.from(text).length;
  if (actual >= 1 && actual <= maximum) return undefined;
  const [code, bound] =
    actual < 1 ? (['too_short', { minimum: 1 }] as const) : (['too_long', { maximum }] as const);
  const detail = `${name} must have 1 to ${maximum} characters.`;
  return fault(place, code, detail, { ...bound, actual });
}

function fault(place: Place, code: FaultCode, detail: string, values?: FaultValues): FieldError {
  return { ...place, code, detail, ...(values !== undefined && { values }) };
}
