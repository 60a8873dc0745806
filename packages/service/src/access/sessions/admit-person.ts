// Decides whether the person that a provider has identified may sign in: by the list of administrators, or by a claim.
import type { Clock } from '../../ground/clock.ts';
import type { Administrator, ProviderIdentity } from './administrator.ts';
import type { AdministratorStore } from './administrators.ts';
import type { RequestOrigin } from './session.ts';
import { admission, type Claims, identityOf, type SignInProvider } from './sign-in-provider.ts';
import { SignInRefused } from './refusals.ts';

export interface AdmissionStore extends Pick<AdministratorStore, 'removeAdministrator'> {
  findAdministratorByEmail(tenantId: string, email: string): Promise<Administrator | undefined>;
  /**
   * Binds the account unless one is bound already. Returns whether this one is bound now; where another is, the
   * activity has an entry of the refusal.
   */
  bindAccount(binding: {
    readonly tenantId: string;
    readonly administratorId: string;
    readonly account: ProviderIdentity;
    readonly at: Date;
    readonly origin: RequestOrigin;
  }): Promise<boolean>;
  /** Adds or updates the person that a claim lets in. */
  putClaimAdministrator(person: {
    readonly tenantId: string;
    readonly newAdministratorId: string;
    readonly email: string;
    readonly name: string | null;
    readonly role: Administrator['role'];
    readonly at: Date;
    readonly origin: RequestOrigin;
  }): Promise<Administrator>;
}

export interface AdmissionDeps {
  readonly store: AdmissionStore;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** The function it returns throws `SignInRefused`. */
export function createAdmitPerson({ store, clock, newId }: AdmissionDeps) {
  return async function admit(
    tenantId: string,
    claims: Claims,
    provider: SignInProvider,
    origin: RequestOrigin,
  ): Promise<Administrator> {
    const identity = identityOf(claims, provider);
    if (identity === undefined) {
      throw new SignInRefused(
        'no_email',
        'The sign-in provider sent no verified e-mail address for you. Ask your administrator to have it configured.',
      );
    }
    const known = await store.findAdministratorByEmail(tenantId, identity.email);
    const bind = async (administrator: Administrator): Promise<Administrator> => {
      const { administratorId } = administrator;
      const { account } = identity;
      const binding = { tenantId, administratorId, account, at: new Date(clock.now()), origin };
      if (await store.bindAccount(binding)) return administrator;
      throw new SignInRefused(
        'other_account',
        `${identity.email} signed in with another account of the sign-in provider before. An administrator can reset it.`,
      );
    };
    // Before anything is changed for the address: it may have changed hands.
    if (known !== undefined && known.identity !== null) await bind(known);
    const admitted = admission(identity, known);
    const at = new Date(clock.now());
    if (admitted === undefined) {
      if (known !== undefined) {
        // A claim let the person in once and no longer does.
        await store.removeAdministrator(tenantId, known.administratorId, {
          at,
          actor: { ...origin, kind: 'service', id: 'sign-in' },
        });
      }
      throw new SignInRefused(
        'not_listed',
        `${identity.email} is not an administrator of this tenant. Ask one of its administrators to be added.`,
      );
    }
    if (known !== undefined && admitted.source === 'list') return await bind(known);
    const put = await store.putClaimAdministrator({
      tenantId,
      newAdministratorId: newId(),
      email: identity.email,
      name: identity.name,
      role: admitted.role,
      at,
      origin,
    });
    return await bind(put);
  };
}
