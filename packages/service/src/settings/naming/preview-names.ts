// Previews naming patterns with an alias and a display name during editing: by the rules of a creation, but also
// for patterns that cannot be saved yet.
import type { FieldError } from '../../ground/errors.ts';
import { mailNicknameFaults } from './mail-nickname.ts';
import { checkNames } from './check-names.ts';
import type { NamingRules } from './compiled-names.ts';
import type { Names } from './match-names.ts';
import { isBuiltIn, type NamedField } from './render-names.ts';
import {
  parseNamingPattern,
  type PatternFault,
  type PatternPiece,
  placeholdersOf,
} from './naming-pattern.ts';

interface Marked extends Pick<FieldError, 'code' | 'detail' | 'values'> {
  /** It counts UTF-16 code units. */
  readonly index: number;
  readonly length: number;
}

export interface NamePreview {
  readonly pieces: readonly PatternPiece[];
  readonly patternFaults: readonly Marked[];
  readonly conforms: boolean;
  readonly nameFaults: readonly Marked[];
  /** A name that would pass, where this one does not. */
  readonly example: string | undefined;
}

export interface NamingPreview extends Readonly<Record<NamedField, NamePreview>> {
  /** Each placeholder once; the value is undefined while no name that conforms has it. */
  readonly properties: readonly {
    readonly name: string;
    readonly value: string | undefined;
    readonly filledByService: boolean;
  }[];
}

/** @param now milliseconds since the Unix epoch */
export function previewNames(
  input: Names & {
    readonly template: NamingRules;
    readonly organisation: { readonly identifier: string };
    readonly now: number;
  },
): NamingPreview {
  const alias = parseNamingPattern(input.template.mailNicknamePattern);
  const display = parseNamingPattern(input.template.displayNamePattern);
  const readable = alias.pattern !== undefined && display.pattern !== undefined;
  const check = readable ? checkNames(input) : undefined;
  const taken = new Map(Object.entries(check?.properties ?? check?.known ?? {}));
  const names = new Set(
    [alias, display].flatMap(({ pattern }) =>
      pattern === undefined ? [] : placeholdersOf(pattern).map(({ name }) => name),
    ),
  );

  function previewOf(
    field: NamedField,
    pieces: readonly PatternPiece[] | undefined,
    faults: readonly PatternFault[] | undefined,
  ): NamePreview {
    const mismatches = (check?.faults ?? []).filter((fault) => fault.field === field);
    const aliasFaults =
      field === 'mailNickName' ? mailNicknameFaults(input.mailNickName, '/mailNickName') : [];
    const nameFaults = [
      ...aliasFaults.map((fault) => markedFrom(0, input[field].length, fault)),
      ...mismatches.map((fault) => markedFrom(fault.index, fault.rest.length, fault)),
    ];
    const example = mismatches[0]?.example?.[field];
    return {
      pieces: pieces ?? [],
      patternFaults: faults ?? [],
      conforms: readable && nameFaults.length === 0,
      nameFaults,
      example: example === input[field] ? undefined : example,
    };
  }

  return {
    mailNickName: previewOf('mailNickName', alias.pattern?.pieces, alias.faults),
    displayName: previewOf('displayName', display.pattern?.pieces, display.faults),
    properties: [...names].map((name) => ({
      name,
      value: taken.get(name),
      filledByService: isBuiltIn(name),
    })),
  };
}

function markedFrom(index: number, length: number, fault: FieldError): Marked {
  const { code, detail, values } = fault;
  return { index, length, code, detail, ...(values !== undefined && { values }) };
}
