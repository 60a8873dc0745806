// Plans an administrator's change of a tenant's connection. An administrator may change the tenant, but not control the
// service: addresses lead to public places only, only the operator can let a connection use the service's own
// identity, and a stored secret is only ever sent to the endpoint it was configured for.
import {
  type FaultCode,
  type FaultRule,
  type FieldError,
  validationFailed,
} from '../../ground/errors.ts';
import type { TargetAddresses } from '../../outbound/target-addresses.ts';
import {
  completeConnection,
  completeSharePoint,
  connectionFaults,
  sharePointFaults,
} from './connection-rules.ts';
import type { Microsoft365ConnectionChange } from './connection.schema.ts';
import {
  isOfTheService,
  nameOfCredential,
  type DirectoryConnection,
  type Microsoft365Connection,
  type SharePointConnection,
} from '../../directory/connection.ts';
import { certificateFault } from '../../microsoft-graph/certificate.ts';

export interface PresentConnection {
  readonly directory: DirectoryConnection;
  readonly hasSecret: boolean;
  readonly hasSharePointSecret: boolean;
}

export interface CheckedConnection {
  readonly connection: Microsoft365Connection;
  /** It is in clear; `kept` is the stored one, undefined none. */
  readonly secret: { readonly text: string } | 'kept' | undefined;
  /** The same for the second credential. */
  readonly sharePointSecret: CheckedConnection['secret'];
  /** The groups so far would be of another suite. */
  readonly isOtherSuite: boolean;
}

/** @throws DomainError `validation_failed` with every fault, beside its member */
export function checkConnection(
  present: PresentConnection,
  { secret, clientId, sharePoint, ...input }: Microsoft365ConnectionChange,
  targets: TargetAddresses,
): CheckedConnection {
  const before = present.directory.kind === 'microsoft365' ? present.directory : undefined;
  const wanted = {
    kind: 'microsoft365',
    ...keptExpiry(before, { ...input, secret }),
    ...input,
    ...(clientId != null && { clientId }),
  } as const;
  const canBeRead = !connectionFaults(wanted).some(({ pointer = '' }) =>
    /(?:BaseUrl|clientId)$/.test(pointer),
  );
  const complete = canBeRead ? (completeConnection(wanted) as Microsoft365Connection) : undefined;
  const keeps = (members: readonly Compared[]): boolean =>
    before !== undefined &&
    complete !== undefined &&
    members.every((member) => before[member] === complete[member]);
  const keepsAddresses = keeps(addressMembers);
  const keepsTarget = keeps(targetMembers);
  // While an address or the client id is invalid, the checks that depend on it are skipped.
  const mayKeepSecret = present.hasSecret && (keepsTarget || !canBeRead);
  const second = checkSharePoint(present, before, sharePoint, {
    targets,
    keepsSignIn: complete === undefined || keeps(signInMembers),
  });
  const faults = [
    ...second.faults,
    ...credentialFaults(input, before, keepsTarget || !canBeRead),
    ...secretFaults(input.credential, secret, mayKeepSecret, before),
    ...connectionFaults(wanted, keepsAddresses ? undefined : targets),
  ];
  if (complete === undefined || faults.length > 0) throw validationFailed(faults);
  const addressesGivenBy = keepsAddresses ? before?.addressesGivenBy : 'administrator';
  return {
    connection: {
      ...complete,
      ...(addressesGivenBy !== undefined && { addressesGivenBy }),
      ...(second.sharePoint !== undefined && { sharePoint: second.sharePoint }),
    },
    secret: secretOf(input.credential, secret),
    sharePointSecret: second.secret,
    isOtherSuite: before?.entraTenantId !== complete.entraTenantId,
  };
}

/** The second credential: absent in the input, it stays; null removes it. */
function checkSharePoint(
  { hasSharePointSecret }: PresentConnection,
  present: Microsoft365Connection | undefined,
  input: Microsoft365ConnectionChange['sharePoint'],
  { targets, keepsSignIn }: { readonly targets: TargetAddresses; readonly keepsSignIn: boolean },
): {
  readonly faults: readonly FieldError[];
  readonly sharePoint?: SharePointConnection;
  readonly secret: CheckedConnection['secret'];
} {
  const before = present?.sharePoint;
  const { secret, ...given } =
    input === undefined ? ({ ...before } as Partial<SharePointGiven>) : { ...input };
  if (given.adminUrl === undefined || given.credential === undefined) {
    return { faults: [], secret: undefined };
  }
  const wanted = { ...given, adminUrl: given.adminUrl, credential: given.credential };
  const canBeRead = sharePointFaults(wanted).length === 0;
  const keepsAddress = canBeRead && before?.adminUrl === completeSharePoint(wanted).adminUrl;
  const addressGivenBy = keepsAddress ? before.addressGivenBy : 'administrator';
  const complete = canBeRead
    ? completeSharePoint({ ...wanted, ...(addressGivenBy && { addressGivenBy }) })
    : undefined;
  const keepsTarget =
    keepsSignIn &&
    keepsAddress &&
    complete !== undefined &&
    before.clientId === complete.clientId &&
    before.credential === complete.credential;
  const { credential } = wanted;
  const mayKeep = hasSharePointSecret && (keepsTarget || !canBeRead);
  const within = (faults: readonly FieldError[]) =>
    faults.map(({ pointer = '', code, detail, values }): FieldError => {
      const fault = { pointer: `/sharePoint${pointer}`, code, detail };
      return values === undefined ? fault : { ...fault, values };
    });
  return {
    faults: [
      ...within([
        ...credentialFaults({ credential }, before, keepsTarget || !canBeRead),
        ...secretFaults(credential, secret, mayKeep, before),
      ]),
      ...sharePointFaults(wanted, addressGivenBy === undefined ? undefined : targets),
    ],
    ...(complete !== undefined && { sharePoint: complete }),
    secret: secretOf(credential, secret),
  };
}

type SharePointGiven = NonNullable<Microsoft365ConnectionChange['sharePoint']>;

/** A secret that stays keeps the day on which it ends. */
function keptExpiry(
  before: Microsoft365Connection | undefined,
  { credential, secret }: { readonly credential: Credential; readonly secret: Given },
): { readonly secretExpiresOn?: string } {
  const isKept = credential === 'secret' && textOf(secret) === '';
  if (!isKept || before?.credential !== 'secret' || before.secretExpiresOn === undefined) return {};
  return { secretExpiresOn: before.secretExpiresOn };
}

/** Reports a missing secret for an input with other invalid members, so that all faults are listed at once. */
export function missingSecret({ hasSecret }: PresentConnection, input: unknown): FieldError[] {
  const { credential, secret } = Object(input) as Record<string, unknown>;
  const isMissing = secret == null || (typeof secret === 'string' && secret.trim() === '');
  if (hasSecret || !isMissing || (credential !== 'secret' && credential !== 'certificate'))
    return [];
  return secretFaults(credential, null, false, undefined);
}

const addressMembers = ['graphBaseUrl', 'loginBaseUrl'] as const;
/** The secret is shown to them, for this purpose. */
const targetMembers = [...addressMembers, 'entraTenantId', 'clientId', 'credential'] as const;
/** The same for the second credential, which has its own application. */
const signInMembers = [...addressMembers, 'entraTenantId'] as const;

type Compared = (typeof targetMembers)[number];
export type Credential = Microsoft365Connection['credential'];
type Given = Microsoft365ConnectionChange['secret'];

function credentialFaults(
  { credential }: { readonly credential: Credential },
  before: Pick<Microsoft365Connection, 'credential'> | undefined,
  keepsTarget: boolean,
): FieldError[] {
  if (!isOfTheService(credential) || keepsTarget) return [];
  const wrong = (detail: string): FieldError[] => [
    {
      pointer: '/credential',
      code: 'not_allowed',
      detail,
      values: { rule: 'credential_of_operator' },
    },
  ];
  return before !== undefined && isOfTheService(before.credential)
    ? wrong(
        'The connection uses the identity of the service itself, so only the operator can change its tenant, application and addresses, with a tenant file. Choose a secret or a certificate to change them here.',
      )
    : wrong(
        `Only the operator can connect with a ${nameOfCredential(credential)}, in a tenant file: it is the identity of the service itself.`,
      );
}

function secretFaults(
  credential: Credential,
  secret: Given,
  mayKeep: boolean,
  before: Pick<Microsoft365Connection, 'credential'> | undefined,
): FieldError[] {
  const form = secretFormFaults(credential, secret);
  if (form.length > 0 || isOfTheService(credential)) return form;
  if (textOf(secret) !== '' || mayKeep) return [];
  const name = credential === 'secret' ? 'client secret' : 'certificate';
  if (before === undefined || before.credential !== credential) {
    const detail = `The ${name} is missing.`;
    return [{ pointer: '/secret', code: 'required', detail, values: { name: 'secret' } }];
  }
  const detail = `Enter the ${name} again: the stored one belongs to another tenant, application or address and is not sent anywhere else.`;
  return [{ pointer: '/secret', code: 'required', detail }];
}

/** Faults of the secret itself. */
export function secretFormFaults(credential: Credential, secret: Given): FieldError[] {
  const text = textOf(secret);
  if (text === '') return [];
  const wrong = (code: FaultCode, detail: string, rule: FaultRule): FieldError[] => [
    { pointer: '/secret', code, detail, values: { rule } },
  ];
  if (isOfTheService(credential)) {
    return wrong(
      'not_allowed',
      `A ${nameOfCredential(credential)} has no secret.`,
      'credential_without_secret',
    );
  }
  if (credential === 'certificate') {
    const fault = certificateFault(text);
    return fault === undefined ? [] : wrong('not_valid', fault, 'certificate');
  }
  return /\s/.test(text)
    ? wrong('not_valid', 'A client secret has no spaces or line breaks.', 'secret_spaces')
    : [];
}

function secretOf(credential: Credential, secret: Given): CheckedConnection['secret'] {
  if (isOfTheService(credential)) return undefined;
  const text = textOf(secret);
  return text === '' ? 'kept' : { text };
}

function textOf(secret: Given): string {
  return secret?.trim() ?? '';
}
