// Names near the wanted ones that conform to the template's patterns, for an alias that is taken.
import { checkNames } from '../../settings/naming/check-names.ts';
import type { NamingRules } from '../../settings/naming/compiled-names.ts';
import type { Names } from '../../settings/naming/match-names.ts';
import { aliasKey, isMailNickname } from '../../settings/naming/mail-nickname.ts';
import { isBuiltIn } from '../../settings/naming/render-names.ts';

const lastNumber = 9;

/** The display name differs from the wanted one only where the patterns bind it to the alias. */
export function alternativeNames(input: {
  readonly wanted: Names;
  readonly template: NamingRules;
  readonly organisation: { readonly identifier: string };
  /** The values of the placeholders in the requested names. */
  readonly properties: Readonly<Record<string, string>>;
  readonly now: number;
}): Names[] {
  const { wanted, template, organisation, properties, now } = input;
  const taken = Object.entries(properties)
    .filter(([name]) => !isBuiltIn(name))
    .map(([, value]) => value);
  const found = new Map<string, Names>();
  for (let number = 2; number <= lastNumber; number += 1) {
    for (const mailNickName of variants(wanted.mailNickName, taken, number)) {
      const names = conforming({ mailNickName, displayName: wanted.displayName });
      if (names !== undefined) found.set(aliasKey(names.mailNickName), names);
    }
  }
  found.delete(aliasKey(wanted.mailNickName));
  return [...found.values()];

  function conforming(names: Names): Names | undefined {
    if (!isMailNickname(names.mailNickName)) return undefined;
    const { faults } = checkNames({ template, organisation, now, ...names });
    if (faults === undefined) return names;
    // The alias conforms and the display name has to follow it.
    const example = faults[0]?.example;
    return example?.mailNickName === names.mailNickName ? example : undefined;
  }
}

/** With the number at the end, or behind what one of the placeholders took. */
function variants(alias: string, taken: readonly string[], number: number): string[] {
  const lower = alias.toLowerCase();
  const inside = taken.flatMap((value) => {
    const at = lower.indexOf(value.toLowerCase());
    const end = at + value.length;
    return at < 0 ? [] : [`${alias.slice(0, end)}-${number}${alias.slice(end)}`];
  });
  return [`${alias}-${number}`, ...inside];
}
