// Finds whether the names of a planned group are free, here and in the directory, and which similar ones are.
import type { CallContext } from '../../directory/call-context.ts';
import type { Directory, NamesValidation, RefusedName } from '../../directory/directory.ts';
import { DomainError } from '../../ground/errors.ts';
import type { GroupLimit, OtherGroup } from '../../ground/group-limit.ts';
import type { Rest } from '../../ground/turns.ts';
import { checkNames } from '../../settings/naming/check-names.ts';
import type { NamingRules } from '../../settings/naming/compiled-names.ts';
import { aliasKey, isMailNickname } from '../../settings/naming/mail-nickname.ts';
import type { Names } from '../../settings/naming/match-names.ts';
import { isBuiltIn } from '../../settings/naming/render-names.ts';
import type { NumberSequence } from '../../engine/creation.ts';
import type { ValidationResult } from './check-request.ts';
import { type AliasHolders, aliasTaken, holderOf } from './create-team.ts';

const maxAlternatives = 3;
/** The last of the numbers that are put into names near a taken one. */
const lastNumber = 9;

export interface AliasStore extends AliasHolders {
  /** The number that the sequence gives out next; another request may take it. */
  nextNumber(tenantId: string, sequence: NumberSequence): Promise<number>;
}

/** Where people and names are looked up. */
export interface LookUp {
  readonly tenantId: string;
  readonly aliases: AliasStore;
  readonly directory: Directory;
  readonly call: CallContext & { readonly rest: Rest };
  readonly now: number;
}

export interface AliasValidation {
  readonly mailNickName: string;
  readonly heldBy: OtherGroup | 'directory' | undefined;
  /** Names that the directory's naming policy refuses. */
  readonly refused: readonly RefusedName[];
  readonly alternatives: readonly Names[];
}

/** Undefined if the alias is missing or at fault. */
export async function validateAlias(
  { faults, template, organisation, properties, names }: ValidationResult,
  lookUp: LookUp,
): Promise<AliasValidation | undefined> {
  const { mailNickName, displayName } = names;
  const isAtFault = (place: string) => faults.some(({ pointer }) => pointer === place);
  if (mailNickName === undefined || isAtFault('/mailNickName')) return undefined;
  if (displayName === undefined || isAtFault('/displayName')) {
    return { mailNickName, alternatives: [], ...(await findHolder({ mailNickName }, lookUp)) };
  }
  const wanted = { mailNickName, displayName };
  const found = { ...wanted, ...(await findHolder(wanted, lookUp)) };
  if (found.heldBy === undefined || template === undefined || organisation === undefined) {
    return { ...found, alternatives: [] };
  }
  const { now } = lookUp;
  const candidates = alternativeNames({ wanted, template, organisation, properties, now });
  return { ...found, alternatives: await freeNames(candidates, lookUp) };
}

async function freeNames(candidates: readonly Names[], lookUp: LookUp): Promise<Names[]> {
  const { tenantId, aliases } = lookUp;
  const keys = candidates.map(({ mailNickName }) => aliasKey(mailNickName));
  const held = await aliases.holders(tenantId, keys);
  const free: Names[] = [];
  for (const names of candidates) {
    if (free.length === maxAlternatives) break;
    if (held.has(aliasKey(names.mailNickName))) continue;
    const { isAliasTaken, refused } = await validateNames(names, lookUp);
    if (!isAliasTaken && refused.length === 0) free.push(names);
  }
  return free;
}

async function findHolder(
  names: AskedNames,
  lookUp: LookUp,
): Promise<Pick<AliasValidation, 'heldBy' | 'refused'>> {
  const { tenantId, aliases } = lookUp;
  const key = aliasKey(names.mailNickName);
  // Once the alias is given away here, the answer of the directory changes nothing.
  const holder = await holderOf(aliases, { tenantId, aliasKey: key });
  if (holder !== undefined) return { heldBy: holder, refused: [] };
  const { isAliasTaken, refused } = await validateNames(names, lookUp);
  return { heldBy: isAliasTaken ? 'directory' : undefined, refused };
}

type AskedNames = Pick<Names, 'mailNickName'> & Partial<Names>;

function validateNames(
  { mailNickName: mailNickname, displayName }: AskedNames,
  { directory, call }: LookUp,
): Promise<NamesValidation> {
  const names = displayName === undefined ? { mailNickname } : { mailNickname, displayName };
  return directory.validateNames(names, call);
}

/** Why the alias is not free: by a group of the service, or by one of the directory. */
export function aliasConflict(
  { mailNickName, heldBy }: AliasValidation,
  within: GroupLimit,
): DomainError | undefined {
  if (heldBy === undefined) return undefined;
  return heldBy === 'directory'
    ? takenInDirectory(mailNickName)
    : aliasTaken(mailNickName, within, heldBy);
}

function takenInDirectory(mailNickName: string): DomainError {
  const detail = `A directory group that this service did not create has the alias ${mailNickName}.`;
  return new DomainError('directory_alias_taken', detail, {
    faults: [
      {
        pointer: '/mailNickName',
        code: 'directory_alias_taken',
        detail,
        values: { name: mailNickName },
      },
    ],
  });
}

/**
 * Names near the wanted ones that conform to the template's patterns. The display name differs from the wanted one only where
 * the patterns bind it to the alias.
 */
function alternativeNames(input: {
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

/** A variant has the number at its end, or behind the text that one of the placeholders took. */
function variants(alias: string, taken: readonly string[], number: number): string[] {
  const lower = alias.toLowerCase();
  const inside = taken.flatMap((value) => {
    const at = lower.indexOf(value.toLowerCase());
    const end = at + value.length;
    return at < 0 ? [] : [`${alias.slice(0, end)}-${number}${alias.slice(end)}`];
  });
  return [`${alias}-${number}`, ...inside];
}
