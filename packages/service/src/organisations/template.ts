import type { Channel, PersonReference } from '../directory/directory.ts';

/** The policy that provisioning applies, besides the names. */
export interface TemplatePolicy {
  /** A team, or a group only. */
  readonly kind: 'team' | 'group';
  readonly visibility: 'private' | 'public';
  /** Least number of distinct owners, responsible and deputy included; 1 or more. */
  readonly minimumOwners: number;
  readonly guestsAllowed: boolean;
  /** Whether the directory sends its welcome mail to each new member; decided when the group is created. */
  readonly welcomeMail: boolean;
  /** People who become owners or members of every group of the template. */
  readonly standingOwners: readonly PersonReference[];
  readonly standingMembers: readonly PersonReference[];
  /** Channels made in the team at the start, besides the general one. */
  readonly channels: readonly Channel[];
}

export interface Template {
  readonly tenantId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly name: string;
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  /** An empty pattern sets no rule. */
  readonly displayNamePattern: string;
  readonly policy: TemplatePolicy;
  readonly version: number;
}

export const defaultTemplatePolicy: TemplatePolicy = {
  kind: 'team',
  visibility: 'private',
  minimumOwners: 1,
  guestsAllowed: true,
  welcomeMail: false,
  standingOwners: [],
  standingMembers: [],
  channels: [],
};

/** A policy as an earlier release may have stored it, without settings that were added since. */
export type StoredPolicy = Omit<TemplatePolicy, 'welcomeMail'> & Partial<TemplatePolicy>;

export function readStoredPolicy(stored: StoredPolicy): TemplatePolicy {
  return { ...defaultTemplatePolicy, ...stored };
}
