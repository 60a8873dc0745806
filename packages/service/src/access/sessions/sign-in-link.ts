// One-time sign-in links: created by the operator command and by the demo, valid for 15 minutes and one use. The
// secret comes after the #, so that no server, proxy or log on the way sees it.
import { hash } from 'node:crypto';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import {
  type Administrator,
  type AdministratorRole,
  normaliseEmail,
  type TakenLink,
} from './administrator.ts';
import { hashOfInvitation, invitationLifetimeMs, type InvitationStore } from './invitation.ts';
import { clockToleranceMs, type SignInOrigin, type Sessions } from './session.ts';

export const linkLifetimeMs = 15 * 60_000;

export interface SignInLinkRequest {
  readonly tenantId: string;
  readonly email: string;
  /** The role of a person who is not an administrator of the tenant yet; `administrator` unless said otherwise. */
  readonly role?: AdministratorRole;
}

export interface SignInLink {
  readonly url: string;
  readonly expiresAt: Date;
  readonly role: AdministratorRole;
}

/** The hashes of the token as a link and as an invitation. */
export interface KnownLink {
  readonly tenantId: string;
  readonly link: string;
  readonly invitation: string;
}

export interface SignInLinkStore {
  /** Adds the person to the tenant's administrators unless there, and the link. Undefined: no such tenant. */
  addLink(link: {
    readonly tenantId: string;
    readonly email: string;
    readonly role: AdministratorRole;
    readonly newAdministratorId: string;
    readonly linkHash: string;
    readonly createdAt: Date;
    readonly expiresAt: Date;
    readonly operator: string;
  }): Promise<Administrator | undefined>;
  takeLink(tenantId: string, linkHash: string): Promise<TakenLink | undefined>;
  /** Whether it may be taken. Anyone may ask, so requests at the same time share a statement. */
  isKnownLink(link: KnownLink): Promise<boolean>;
}

/** @param deps.operator who makes links, for the activity log */
export function createSignInLinks(deps: {
  store: SignInLinkStore;
  clock: Clock;
  randomBytes: (size: number) => Buffer;
  newId: () => string;
  adminUrl: string;
  operator: string;
}): (request: SignInLinkRequest) => Promise<SignInLink> {
  const { store, clock, randomBytes, newId, adminUrl, operator } = deps;
  return async ({ tenantId, email, role = 'administrator' }) => {
    const token = randomBytes(32).toString('base64url');
    const now = clock.now();
    const expiresAt = new Date(now + linkLifetimeMs);
    const administrator = await store.addLink({
      tenantId: tenantId.toLowerCase(),
      email: normaliseEmail(email),
      role,
      newAdministratorId: newId(),
      linkHash: hashOf(token),
      createdAt: new Date(now),
      expiresAt,
      operator,
    });
    if (administrator === undefined) {
      throw new DomainError('not_found', `There is no tenant ${tenantId}.`);
    }
    return {
      url: `${adminUrl}/${administrator.tenantId}/sign-in#${token}`,
      expiresAt,
      role: administrator.role,
    };
  };
}

/**
 * Undefined: the link is unknown.
 * @throws DomainError `sign_in_failed` where it is too old, or was used in this moment
 */
export type RedeemSignInLink = (
  tenantId: string,
  token: string,
  origin: SignInOrigin,
) => Promise<{ administrator: Administrator; cookie: string } | undefined>;

export function createRedeemSignInLink(deps: {
  store: SignInLinkStore & Pick<InvitationStore, 'takeInvitation'>;
  sessions: Sessions;
  clock: Clock;
}): RedeemSignInLink {
  const { store, sessions, clock } = deps;
  return async (tenantId, token, origin) => {
    const hashes = { link: hashOf(token), invitation: hashOfInvitation(token) };
    if (!(await store.isKnownLink({ tenantId, ...hashes }))) return undefined;
    const link = await store.takeLink(tenantId, hashes.link);
    const taken = link ?? (await store.takeInvitation(tenantId, hashes.invitation));
    const lifetimeMs = link === undefined ? invitationLifetimeMs : linkLifetimeMs;
    const leftMs = taken === undefined ? 0 : taken.expiresAt.getTime() - clock.now();
    if (taken === undefined || leftMs <= 0 || leftMs > lifetimeMs + clockToleranceMs) {
      throw linkNotValid();
    }
    const { administrator } = taken;
    const cookie = await sessions.start(administrator, 'link', origin);
    return { administrator, cookie };
  };
}

export function linkNotValid(): DomainError {
  return new DomainError(
    'sign_in_failed',
    'This sign-in link is not valid: it works once, within 15 minutes, or within a week as an invitation. Ask for a new one.',
  );
}

function hashOf(token: string): string {
  return hash('sha256', `groupwright sign-in link ${token}`, 'base64url');
}
