// The templates whose names contain a blocked word whatever a caller sends: in the fixed text of a pattern, in an
// identifier that fills it in, or in a value that a property permits.
import type { Rest } from '../../ground/turns.ts';
import { findBlockedWord } from './blocked-words.ts';
import { builtInValues, compileNames } from './compiled-names.ts';
import type { Organisation } from '../organisations/organisation.ts';
import type { NamedField } from './render-names.ts';
import type { Template } from '../organisations/template.ts';

export interface BlockedTemplate {
  readonly templateId: string;
  readonly name: string;
  readonly organisation: string;
  /** Every name of the field contains the word; for `property`, those with the value of the property. */
  readonly place: NamedField | 'property';
  readonly property: string | null;
  readonly value: string | null;
  readonly word: string;
}

const fields = ['mailNickName', 'displayName'] as const;

/** It takes the place of a value that is not known. */
const anyValue = 'xxxx';

/**
 * @param now milliseconds since the Unix epoch
 * @param most as many are listed
 */
export async function findBlockedTemplates(
  organisations: readonly Organisation[],
  blockedWords: readonly string[],
  { now, most, rest }: { now: number; most: number; rest: Rest },
): Promise<readonly BlockedTemplate[]> {
  const found: BlockedTemplate[] = [];
  if (blockedWords.length === 0) return found;
  for (const organisation of organisations) {
    for (const template of organisation.templates) {
      if (found.length >= most) return found.slice(0, most);
      await rest();
      found.push(...blockedIn(template, organisation, { blockedWords, now }));
    }
  }
  return found.slice(0, most);
}

function blockedIn(
  template: Template,
  organisation: Organisation,
  { blockedWords, now }: { readonly blockedWords: readonly string[]; readonly now: number },
): BlockedTemplate[] {
  const names = compileNames(template);
  const values = builtInValues(organisation, template, now);
  const { templateId, name } = template;
  const at = { templateId, name, organisation: organisation.name, property: null, value: null };
  const inFields = fields.flatMap((field): BlockedTemplate[] => {
    const text = names[field].pieces
      .map((piece) =>
        piece.kind === 'text' ? piece.text : (values.get(piece.name)?.value ?? anyValue),
      )
      .join('');
    const word = findBlockedWord(text, blockedWords);
    return word === undefined ? [] : [{ ...at, place: field, word }];
  });
  const used = new Set(fields.flatMap((field) => names.placeholders[field].map((one) => one.name)));
  const inValues = Object.entries(template.naming.properties).flatMap(([property, declaration]) => {
    if (declaration.type !== 'choice' || !used.has(property)) return [];
    return declaration.choices.flatMap((value): BlockedTemplate[] => {
      const word = findBlockedWord(value, blockedWords);
      return word === undefined ? [] : [{ ...at, place: 'property', property, value, word }];
    });
  });
  return [...inFields, ...inValues];
}
