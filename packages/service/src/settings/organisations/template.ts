import type { Channel, PersonReference } from '../../directory/directory.ts';
import { type AllowedChanges, completeChanges } from './allowed-changes.ts';
import type { GuestsPolicy } from './guests-policy.ts';
import type { LifecyclePolicy } from './lifecycle-policy.ts';
import type { ApprovalPolicy } from './approval-policy.ts';
import type { EnforcementPolicy } from './enforcement-policy.ts';
import type { NoticesPolicy } from './notices-policy.ts';
import { defaultNaming, type TemplateNaming } from '../naming/naming.ts';
import type { ResponsibilityPolicy } from './responsibility-policy.ts';
import type { ProtectionPolicy, SettingsPolicy } from './settings-policy.ts';

/** The policy that provisioning applies, besides the names. */
export interface TemplatePolicy {
  readonly kind: 'team' | 'group';
  readonly visibility: 'private' | 'public';
  /** Least number of distinct owners, responsible and deputy included; 1 or more. */
  readonly minimumOwners: number;
  readonly guestsAllowed: boolean;
  /** One of the classifications that the suite's administrators have defined. Absent: none. */
  readonly classification?: string;
  /** The language of the suite's mails to the group, as a tag such as `en-US`. Absent: that of the suite. */
  readonly preferredLanguage?: string;
  /** Whether the directory sends its welcome mail to each new member; decided when the group is created. */
  readonly welcomeMail: boolean;
  /** People who become owners or members of every group of the template. */
  readonly defaultOwners: readonly PersonReference[];
  readonly defaultMembers: readonly PersonReference[];
  /** Channels made in the team at the start, besides the general one. */
  readonly channels: readonly Channel[];
  /** Absent: nobody takes over by policy. */
  readonly responsibility?: ResponsibilityPolicy;
  /** Absent: nobody is informed of new groups. */
  readonly notices?: NoticesPolicy;
  /** Absent: groups do not expire. */
  readonly lifecycle?: LifecyclePolicy;
  /** Absent: adoptions have the grace and the limit of `defaultAdoption`. */
  readonly adoption?: AdoptionPolicy;
  /** Absent: requests need no approval. */
  readonly approval?: ApprovalPolicy;
  /** Absent: differences from the directory are reported. */
  readonly enforce?: EnforcementPolicy;
  /** Absent: groups keep the settings that the suite gives them. */
  readonly settings?: SettingsPolicy;
  /** Absent: a setting that cannot be written is a warning. */
  readonly protection?: ProtectionPolicy;
  /** Absent: rosters invite nobody. */
  readonly guests?: GuestsPolicy;
}

/** How groups that others made are adopted. */
export interface AdoptionPolicy {
  /** Whether the names of a group propose the template. */
  readonly match: (typeof adoptionMatches)[number];
  /** The choice of requests that make none. */
  readonly names: (typeof namesChoices)[number];
  /** No date of an adopted group falls within so many days. */
  readonly graceDays: number;
  /** Adoptions that are accepted in 24 hours. */
  readonly perDay: number;
  /** The people who are asked about a group that was adopted without a responsible person. */
  readonly ask: (typeof vacantAsks)[number];
}

export const adoptionMatches = ['names', 'none'] as const;
export const namesChoices = ['keep', 'conform'] as const;
export const vacantAsks = ['owners', 'members', 'nobody'] as const;

export const defaultAdoption: AdoptionPolicy = {
  match: 'names',
  names: 'keep',
  graceDays: 90,
  perDay: 200,
  ask: 'owners',
};

export interface Template {
  readonly tenantId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly name: string;
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  /** An empty pattern sets no rule. */
  readonly displayNamePattern: string;
  readonly naming: TemplateNaming;
  readonly policy: TemplatePolicy;
  /** Current for every group of the template; answers have it in the policy. */
  readonly changes: AllowedChanges;
  readonly version: number;
}

export const defaultTemplatePolicy: TemplatePolicy = {
  kind: 'team',
  visibility: 'private',
  minimumOwners: 1,
  guestsAllowed: true,
  welcomeMail: false,
  defaultOwners: [],
  defaultMembers: [],
  channels: [],
};

/** May lack settings that were added since it was stored. */
export type StoredPolicy = Partial<TemplatePolicy>;

export function readStoredPolicy(stored: StoredPolicy): TemplatePolicy {
  return { ...defaultTemplatePolicy, ...stored };
}

export type StoredTemplate = Omit<Template, 'policy' | 'naming' | 'changes'> & {
  readonly policy: StoredPolicy;
  /** `order`: the names of the properties, because a JSON object of the database has another one. */
  readonly naming: Partial<TemplateNaming> & { readonly order?: readonly string[] };
  readonly changes: Partial<AllowedChanges>;
};

export function readStoredTemplate<T extends StoredTemplate>(
  stored: T,
): Omit<T, 'policy'> & Pick<Template, 'policy' | 'naming' | 'changes'> {
  return {
    ...readStored(stored),
    naming: readStoredNaming(stored.naming),
    changes: completeChanges(stored.changes),
  };
}

function readStoredNaming({ order = [], ...stored }: StoredTemplate['naming']): TemplateNaming {
  const naming = { ...defaultNaming, ...stored };
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const properties = Object.entries(naming.properties).sort(
    ([one], [other]) => placeOf(one) - placeOf(other),
  );
  return { ...naming, properties: Object.fromEntries(properties) };
}

/** It belongs to a template, or to a group that has the policy it was accepted under. */
export function readStored<T extends { readonly policy: StoredPolicy }>(
  stored: T,
): Omit<T, 'policy'> & { readonly policy: TemplatePolicy } {
  return { ...stored, policy: readStoredPolicy(stored.policy) };
}
