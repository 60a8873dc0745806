// A tenant's OpenID Connect provider, and the rule for the people whom the tenant admits: by a claim,
// for example an app role of Microsoft Entra ID, or by the tenant's list of administrators.
import { isEmailAddress } from '../../directory/person-reference.ts';
import { type FieldError, validationFailed } from '../../ground/errors.ts';
import { inNfc, oneLine, textFault } from '../../ground/text.ts';
import {
  type Administrator,
  type AdministratorRole,
  administratorRoles,
  normaliseEmail,
  type ProviderIdentity,
} from './administrator.ts';

export interface SignInProvider {
  /** https, or http on loopback. */
  readonly issuer: string;
  readonly clientId: string;
  /** Separated by blanks; `openid` among them. */
  readonly scope: string;
  /** The claim that holds the e-mail address. Another one than `email` needs `trustsEmail`. */
  readonly emailClaim: string;
  /** The operator vouches for the addresses in the claim, where the provider does not say `email_verified`. */
  readonly trustsEmail?: boolean;
  /** Undefined: the list alone decides. */
  readonly roleClaim: RoleClaim | undefined;
}

/** The values of a claim that grant each role. */
export interface RoleClaim {
  readonly claim: string;
  readonly ownerValues: readonly string[];
  readonly administratorValues: readonly string[];
  readonly operatorValues: readonly string[];
  readonly templateEditorValues: readonly string[];
  readonly readerValues: readonly string[];
}

export function valuesByRole(
  claim: Omit<RoleClaim, 'claim'>,
): Readonly<Record<AdministratorRole, readonly string[]>> {
  return {
    owner: claim.ownerValues,
    administrator: claim.administratorValues,
    operator: claim.operatorValues,
    template_editor: claim.templateEditorValues,
    reader: claim.readerValues,
  };
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

function isVouchedFor(
  claims: Claims,
  { issuer, emailClaim, trustsEmail }: SignInProvider,
): boolean {
  // `email_verified` speaks for `email` alone. People may choose their user names.
  if (emailClaim !== 'email') return trustsEmail === true;
  const verified = claims['email_verified'];
  if (verified !== undefined) return yes.has(verified);
  return trustsEmail === true || entraDirectory.test(issuer);
}

/** Undefined when the provider gives no account or no e-mail address, or nobody vouches for the address. */
export function identityOf(claims: Claims, provider: SignInProvider): Identity | undefined {
  const claimed = claims[provider.emailClaim];
  const email = typeof claimed === 'string' ? normaliseEmail(claimed) : '';
  if (!isEmailAddress(email) || !isVouchedFor(claims, provider)) return undefined;
  const subject = claims['sub'];
  if (typeof subject !== 'string' || subject === '') return undefined;
  const name = typeof claims['name'] === 'string' ? oneLine(inNfc(claims['name']), 200) : '';
  return {
    email,
    account: { issuer: provider.issuer, subject },
    name: textFault(name, 'line') === undefined ? name || null : null,
    roleByClaim: roleOf(claims, provider),
  };
}

/** The first of several roles counts, in the order of `administratorRoles`. */
function roleOf(claims: Claims, { roleClaim }: SignInProvider): AdministratorRole | undefined {
  if (roleClaim === undefined) return undefined;
  const held = [claims[roleClaim.claim]].flat();
  const wanted = valuesByRole(roleClaim);
  return administratorRoles.find((role) =>
    held.some((value) => typeof value === 'string' && wanted[role].includes(value)),
  );
}

/** A person whom the tenant's list names stays what the list says; the claim decides about all others. */
export function admission(
  identity: Identity,
  known: Administrator | undefined,
): { role: AdministratorRole; source: Administrator['source'] } | undefined {
  if (known?.source === 'list') return { role: known.role, source: 'list' };
  const { roleByClaim } = identity;
  return roleByClaim === undefined ? undefined : { role: roleByClaim, source: 'claim' };
}

/** The settings as they are given, where some are as usual. */
export interface SignInProviderInput extends Partial<Omit<SignInProvider, 'roleClaim'>> {
  readonly issuer: string;
  readonly clientId: string;
  readonly roleClaim?: (Pick<RoleClaim, 'claim'> & Partial<RoleClaim>) | undefined;
}

export const usualProvider = { scope: 'openid profile email', emailClaim: 'email' } as const;
export const noRoleValues = {
  ownerValues: [],
  administratorValues: [],
  operatorValues: [],
  templateEditorValues: [],
  readerValues: [],
} as const;

export function completeProvider(given: SignInProviderInput): SignInProvider {
  const { trustsEmail, roleClaim, ...settings } = given;
  return {
    ...usualProvider,
    ...settings,
    ...(trustsEmail === true && { trustsEmail }),
    roleClaim: roleClaim && { ...noRoleValues, ...roleClaim },
  };
}

/** @throws DomainError `validation_failed` with every fault of the settings */
export function checkProvider(provider: SignInProvider): void {
  const faults = providerFaults(provider);
  if (faults.length > 0) throw validationFailed(faults);
}

export function providerFaults(provider: SignInProvider): FieldError[] {
  const faults: FieldError[] = [];
  const wrong = (pointer: string, detail: string) =>
    faults.push({ pointer, code: 'not_valid', detail });
  const url = URL.parse(provider.issuer);
  if (url === null || (url.protocol !== 'https:' && !isLoopback(url))) {
    wrong('/issuer', 'The issuer must be an https address (http is allowed on loopback only).');
  }
  // An issuer has neither a query nor a fragment (OpenID Connect Discovery, section 3).
  if (/[?#]|\/\.well-known\//.test(provider.issuer)) {
    wrong('/issuer', 'The issuer is the address before /.well-known/, without ? and #.');
  }
  if (provider.clientId.trim() === '') wrong('/clientId', 'The client id is missing.');
  if (!provider.scope.split(/\s+/).includes('openid')) {
    wrong('/scope', 'The scope must contain openid.');
  }
  if (provider.emailClaim !== 'email' && provider.trustsEmail !== true) {
    wrong(
      '/emailClaim',
      `Nothing vouches for an address in the claim ${provider.emailClaim}: email_verified speaks for email alone. If people cannot choose its value, add --trust-email, or trustsEmail: true in a tenant file.`,
    );
  }
  for (const detail of roleClaimFaults(provider.roleClaim)) wrong('/roleClaim', detail);
  return faults;
}

function* roleClaimFaults(roleClaim: RoleClaim | undefined): Generator<string> {
  if (roleClaim === undefined) return;
  const values = Object.values(valuesByRole(roleClaim)).flat();
  if (roleClaim.claim.trim() === '') yield 'The name of the role claim is missing.';
  if (values.length === 0) yield 'A role claim needs at least one value that grants a role.';
  // Some providers send an empty text to everyone who has no role.
  if (values.some((value) => value.trim() === '')) {
    yield 'A value that grants a role must not be empty.';
  }
}

export function isLoopback({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'http:' &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname))
  );
}
