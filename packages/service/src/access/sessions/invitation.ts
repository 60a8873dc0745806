// Invitations: a link that signs a new administrator in once, valid for a week. A newer one replaces it, and it can be
// revoked. The secret comes after the #, so that no server, proxy or log on the way sees it.
import { hash } from 'node:crypto';
import type { Actor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import type { Administrator, TakenLink } from './administrator.ts';

export const invitationLifetimeMs = 7 * 86_400_000;

export interface InvitationStore {
  /**
   * Replaces the person's invitation. Undefined: no such administrator.
   * @throws DomainError `forbidden` if the actor has no right over the person, `in_use` if only the person may see the
   *   link and `isForSender`
   */
  putInvitation(invitation: {
    readonly tenantId: string;
    readonly administratorId: string;
    readonly linkHash: string;
    readonly createdAt: Date;
    readonly expiresAt: Date;
    readonly isForSender: boolean;
    readonly actor: Actor;
  }): Promise<Administrator | undefined>;
  /** False: there was none. */
  removeInvitation(
    tenantId: string,
    administratorId: string,
    options: { readonly at: Date; readonly actor: Actor },
  ): Promise<boolean>;
  takeInvitation(tenantId: string, linkHash: string): Promise<TakenLink | undefined>;
}

export interface MadeInvitation {
  readonly administrator: Administrator;
  readonly url: string;
  readonly expiresAt: Date;
}

export interface Invitations {
  /** @param isForSender the sender sees the link; not for people who have signed in before */
  make(
    tenantId: string,
    administratorId: string,
    options: { readonly isForSender: boolean; readonly actor: Actor },
  ): Promise<MadeInvitation>;
  revoke(tenantId: string, administratorId: string, actor: Actor): Promise<void>;
}

export function createInvitations(deps: {
  store: InvitationStore;
  clock: Clock;
  randomBytes: (size: number) => Buffer;
  adminUrl: string;
}): Invitations {
  const { store, clock, randomBytes, adminUrl } = deps;
  return {
    async make(tenantId, administratorId, { isForSender, actor }) {
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      const expiresAt = new Date(now + invitationLifetimeMs);
      const administrator = await store.putInvitation({
        tenantId,
        administratorId,
        linkHash: hashOfInvitation(token),
        createdAt: new Date(now),
        expiresAt,
        isForSender,
        actor,
      });
      if (administrator === undefined) {
        throw new DomainError('not_found', 'This administrator no longer exists.');
      }
      return { administrator, expiresAt, url: `${adminUrl}/${tenantId}/sign-in#${token}` };
    },

    async revoke(tenantId, administratorId, actor) {
      const at = new Date(clock.now());
      if (await store.removeInvitation(tenantId, administratorId, { at, actor })) return;
      throw new DomainError(
        'not_found',
        'There is no invitation. It was used or revoked in the meantime.',
      );
    },
  };
}

/** Another hash than that of a sign-in link: neither is taken for the other. */
export function hashOfInvitation(token: string): string {
  return hash('sha256', `groupwright invitation ${token}`, 'base64url');
}

/** A link for someone who has an account would let its sender act in that person's name. */
export function requireNewcomer({ email, lastSignedInAt, identity }: Administrator): void {
  if (lastSignedInAt === null && identity === null) return;
  throw new DomainError(
    'in_use',
    `${email} has signed in before. A new link can only be sent to them by mail.`,
  );
}
