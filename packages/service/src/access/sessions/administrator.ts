// The people who may work in a tenant's admin center, and their roles.
import { personKey } from '../../directory/person-reference.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { Preferences } from './preferences.ts';

/** From most to least; what each one may do: `permission.ts`. */
export const administratorRoles = [
  'owner',
  'administrator',
  'operator',
  'template_editor',
  'reader',
] as const;
export type AdministratorRole = (typeof administratorRoles)[number];

/** An account of a sign-in provider: `iss` and `sub` of OpenID Connect, which together never change hands. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
}

export interface Administrator {
  readonly tenantId: string;
  readonly administratorId: string;
  /** It is in lower case. */
  readonly email: string;
  readonly name: string | null;
  readonly role: AdministratorRole;
  /** The organisations to which the person is limited, at least one; null: no limit. Owners have none. */
  readonly organisationIds: readonly string[] | null;
  /** `list`: put here by a person; `claim`: the sign-in provider said so, and says so again at each sign-in. */
  readonly source: 'list' | 'claim';
  readonly createdAt: Date;
  readonly createdBy: string;
  /** The account of the sign-in provider by which the person signed in first; no other is admitted. */
  readonly identity: ProviderIdentity | null;
  readonly lastSignedInAt: Date | null;
  /** It was neither used nor revoked; it may have expired. Times are ISO 8601. */
  readonly invitation: {
    readonly createdAt: string;
    readonly createdBy: string;
    readonly expiresAt: string;
  } | null;
  /** Null until the first choice. */
  readonly preferences: Preferences | null;
  readonly version: number;
}

/** The groups that an administrator may see and change. */
export function limitOf({ organisationIds }: Pick<Administrator, 'organisationIds'>): GroupLimit {
  return { organisationIds, templateIds: null };
}

/** Addresses of administrators compare as those of other people do. */
export function normaliseEmail(email: string): string {
  return personKey(email.trim());
}

/** A link that works no more, since it was taken: whose it is, and until when it would have worked. */
export interface TakenLink {
  readonly administrator: Administrator;
  readonly expiresAt: Date;
}
