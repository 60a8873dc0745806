// Checks another display name for a requested group. The group keeps its alias; so the values that the alias carries, and
// the declared properties, stay. A value that only the display name carries may change with it.
import type { FieldError } from '../../ground/errors.ts';
import { blockedWordFaults } from './blocked-words.ts';
import { checkNames } from './check-names.ts';
import { compileNames, type NamingRules } from './compiled-names.ts';
import { displayNameFaults } from './display-name.ts';

interface NamedGroup {
  readonly mailNickname: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly createdAt: Date;
}

export type NewName =
  | { readonly properties: Readonly<Record<string, string>>; readonly faults?: never }
  | { readonly faults: readonly FieldError[]; readonly properties?: never };

/** @param rules.template undefined once the template is deleted: then names are free */
export function checkNewName(
  displayName: string,
  group: NamedGroup,
  rules: {
    readonly template: NamingRules | undefined;
    readonly organisation: { readonly identifier: string };
    readonly blockedWords: readonly string[];
  },
): NewName {
  const { template, organisation, blockedWords } = rules;
  const faults = [
    ...displayNameFaults(displayName),
    ...blockedWordFaults({ displayName }, blockedWords),
  ];
  if (faults.length > 0) return { faults };
  if (template === undefined) return { properties: group.properties };
  return checkNames({
    template,
    organisation,
    mailNickName: group.mailNickname,
    displayName: displayName.trim(),
    properties: keptProperties(group, template),
    caseInsensitive: true,
    // {{year}} and {{month}} are those of the request.
    now: group.createdAt.getTime(),
  });
}

function keptProperties({ properties }: NamedGroup, template: NamingRules) {
  const { placeholders, naming } = compileNames(template);
  const ofAlias = new Set(placeholders.mailNickName.map(({ name }) => name));
  const isKept = (name: string) => ofAlias.has(name) || Object.hasOwn(naming.properties, name);
  return Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name)));
}
