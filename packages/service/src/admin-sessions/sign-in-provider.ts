// A tenant's OpenID Connect provider, and the rule for the people whom the tenant admits: by a claim,
// for example an app role of Microsoft Entra ID, or by the tenant's list of administrators.
import { type FieldError, validationFailed } from '../foundation/errors.ts';
import {
  type Administrator,
  type AdministratorRole,
  normaliseEmail,
  type ProviderIdentity,
} from './administrator.ts';

export interface SignInProvider {
  /** https, or http on loopback. */
  readonly issuer: string;
  readonly clientId: string;
  /** Separated by blanks; `openid` among them. */
  readonly scope: string;
  /** The claim that holds the e-mail address: `email`, or `preferred_username` where that is missing. */
  readonly emailClaim: string;
  /** The provider vouches for every address, also where it does not say `email_verified`. */
  readonly trustsEmail?: boolean;
  /** Undefined: the list alone decides. */
  readonly roleClaim:
    | {
        readonly claim: string;
        readonly administratorValues: readonly string[];
        readonly readerValues: readonly string[];
      }
    | undefined;
}

export type Claims = Readonly<Record<string, unknown>>;

export interface Identity {
  readonly email: string;
  readonly account: ProviderIdentity;
  readonly name: string | null;
  /** The role that the claims give the person; undefined: none. */
  readonly roleByClaim: AdministratorRole | undefined;
}

/** A boolean by the standard, and with some providers a text: whatever does not say yes says no. */
const yes: ReadonlySet<unknown> = new Set([true, 'true', 'True']);
/** A single directory of Microsoft Entra ID, which never says `email_verified`. */
const entraDirectory =
  /^https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/v2\.0\/?$/i;

function isVouchedFor(claims: Claims, { issuer, trustsEmail }: SignInProvider): boolean {
  const verified = claims['email_verified'];
  if (verified !== undefined) return yes.has(verified);
  return trustsEmail === true || entraDirectory.test(issuer);
}

/** Undefined when the provider gives no account or no e-mail address, or does not vouch for the address. */
export function identityOf(claims: Claims, provider: SignInProvider): Identity | undefined {
  const email = claims[provider.emailClaim];
  if (typeof email !== 'string' || email.trim() === '') return undefined;
  if (!isVouchedFor(claims, provider)) return undefined;
  const subject = claims['sub'];
  if (typeof subject !== 'string' || subject === '') return undefined;
  const name = claims['name'];
  return {
    email: normaliseEmail(email),
    account: { issuer: provider.issuer, subject },
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : null,
    roleByClaim: roleOf(claims, provider),
  };
}

function roleOf(claims: Claims, { roleClaim }: SignInProvider): AdministratorRole | undefined {
  if (roleClaim === undefined) return undefined;
  const values = [claims[roleClaim.claim]].flat();
  const holds = (wanted: readonly string[]): boolean =>
    values.some((value) => typeof value === 'string' && wanted.includes(value));
  if (holds(roleClaim.administratorValues)) return 'administrator';
  return holds(roleClaim.readerValues) ? 'reader' : undefined;
}

/** Whom the tenant's list names stays what the list says; the claim decides about all others. */
export function admission(
  identity: Identity,
  known: Administrator | undefined,
): { role: AdministratorRole; source: Administrator['source'] } | undefined {
  if (known?.source === 'list') return { role: known.role, source: 'list' };
  const { roleByClaim } = identity;
  return roleByClaim === undefined ? undefined : { role: roleByClaim, source: 'claim' };
}

/** @throws DomainError `validation_failed` with every fault of the settings */
export function checkProvider(provider: SignInProvider): void {
  const faults: FieldError[] = [];
  const wrong = (pointer: string, detail: string) =>
    faults.push({ pointer, code: 'not_valid', detail });
  const url = URL.parse(provider.issuer);
  if (url === null || (url.protocol !== 'https:' && !isLoopback(url))) {
    wrong('/issuer', 'The issuer must be an https address (http is allowed on loopback only).');
  }
  if (provider.clientId.trim() === '') wrong('/clientId', 'The client id is missing.');
  if (!provider.scope.split(/\s+/).includes('openid')) {
    wrong('/scope', 'The scope must contain openid.');
  }
  const { roleClaim } = provider;
  if (
    roleClaim !== undefined &&
    roleClaim.administratorValues.length + roleClaim.readerValues.length === 0
  ) {
    wrong(
      '/roleClaim',
      'A role claim needs at least one value that grants the role administrator or reader.',
    );
  }
  if (faults.length > 0) throw validationFailed(faults);
}

export function isLoopback({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'http:' &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname))
  );
}
