// The rules for a directory connection, beyond its schema (connection.schema.ts). Reports every fault at once.
import type { FaultValues, FieldError } from '../../ground/errors.ts';
import { escapePointer } from '../../ground/input-order.ts';
import { refusalOf, type TargetAddresses } from '../../outbound/target-addresses.ts';
import type {
  DirectoryConnectionInput,
  Microsoft365Input,
  SharePointInput,
} from './connection.schema.ts';
import type { DirectoryConnection, SharePointConnection } from '../../directory/connection.ts';
import { limitNames } from '../../microsoft-graph/graph-calls.ts';

const globalGraph = 'https://graph.microsoft.com';
const globalLogin = 'https://login.microsoftonline.com';
/** As in the addresses of Microsoft's documentation: `/v1.0`, `/beta`. */
const endsInVersion = /(?:\/+(?:v\d+\.\d+|beta))+\/*$/i;

/** @param targets what may be reached by addresses of an administrator; undefined: they are the operator's */
export function connectionFaults(
  input: DirectoryConnectionInput,
  targets?: TargetAddresses,
): FieldError[] {
  if (input.kind === 'sandbox') return [];
  const { graphBaseUrl = globalGraph, loginBaseUrl = globalLogin, limits = {} } = input;
  return [
    ...clientIdFaults(input),
    ...expiryFaults(input),
    ...(input.sharePoint === undefined ? [] : sharePointFaults(input.sharePoint)),
    ...addressFaults('/graphBaseUrl', graphBaseUrl, { mayBeHttp: true, targets }),
    ...addressFaults('/loginBaseUrl', loginBaseUrl, { mayBeHttp: false, targets }),
    ...Object.keys(limits).flatMap((name) => limitFaults(name)),
  ];
}

/** @param targets as of `connectionFaults` */
export function sharePointFaults(
  { adminUrl, credential, clientId }: SharePointInput,
  targets?: TargetAddresses,
): FieldError[] {
  const pointer = '/sharePoint';
  const faults = addressFaults(`${pointer}/adminUrl`, adminUrl, { mayBeHttp: true, targets });
  const admin = faults.length > 0 ? undefined : adminOf(new URL(adminUrl));
  if (admin !== undefined) {
    const detail = `The address must be that of the SharePoint admin center: ${admin}.`;
    const values = { rule: 'sharepoint_admin', suggestion: admin } as const;
    faults.push({ pointer: `${pointer}/adminUrl`, code: 'not_valid', detail, values });
  }
  return [...faults, ...clientIdFaults({ clientId, credential }, pointer)];
}

/** The address of the admin center, of a tenant of SharePoint whose address is another one. */
function adminOf({ hostname, pathname }: URL): string | undefined {
  const [, name, domain] =
    /^([^.]+?)(?:-admin|-my)?\.(sharepoint(?:-mil)?\.[a-z]+)$/.exec(hostname) ?? [];
  const isAdmin = hostname === `${name}-admin.${domain}` && pathname === '/';
  return name === undefined || isAdmin ? undefined : `https://${name}-admin.${domain}`;
}

function clientIdFaults(
  {
    clientId,
    credential,
  }: {
    readonly clientId?: string | undefined;
    readonly credential: Microsoft365Input['credential'];
  },
  within = '',
): FieldError[] {
  if (clientId !== undefined || credential === 'managed_identity') return [];
  const detail = 'The application (client) id is missing.';
  const pointer = `${within}/clientId`;
  return [{ pointer, code: 'required', detail, values: { name: 'clientId' } }];
}

function expiryFaults({ credential, secretExpiresOn }: Microsoft365Input): FieldError[] {
  if (secretExpiresOn == null || credential === 'secret') return [];
  const pointer = '/secretExpiresOn';
  const detail = 'Only a client secret has this day. That of a certificate is read from it.';
  return [{ pointer, code: 'not_allowed', detail, values: { rule: 'secret_day' } }];
}

function limitFaults(name: string): FieldError[] {
  const names: readonly string[] = limitNames;
  if (names.includes(name)) return [];
  const detail = `There is no limit ${name}. The limits are ${limitNames.join(', ')}.`;
  const pointer = `/limits/${escapePointer(name)}`;
  return [{ pointer, code: 'unknown_member', detail, values: { name, choices: names } }];
}

/** The connection in full; addresses without a trailing slash, ids in lower case. */
export function completeConnection(
  input: DirectoryConnectionInput,
  addressesGivenBy?: 'administrator',
): DirectoryConnection {
  if (input.kind === 'sandbox') {
    return {
      kind: 'sandbox',
      replicationDelayMs: input.replicationDelayMs ?? 0,
      teamCreationMs: input.teamCreationMs ?? 0,
    };
  }
  const clientId = input.clientId?.toLowerCase();
  const { credential } = input;
  const base = {
    kind: 'microsoft365',
    entraTenantId: input.entraTenantId.toLowerCase(),
    graphBaseUrl: withoutSlash(input.graphBaseUrl ?? globalGraph),
    loginBaseUrl: withoutSlash(input.loginBaseUrl ?? globalLogin),
    ...(addressesGivenBy !== undefined && { addressesGivenBy }),
    limits: input.limits ?? {},
    ...(input.sharePoint !== undefined && {
      sharePoint: completeSharePoint(input.sharePoint),
    }),
  } as const;
  if (credential === 'managed_identity') {
    return { ...base, credential, ...(clientId !== undefined && { clientId }) };
  }
  if (clientId === undefined) throw new TypeError('An application without its client id.');
  const { secretExpiresOn } = input;
  return {
    ...base,
    credential,
    clientId,
    ...(credential === 'secret' && secretExpiresOn != null && { secretExpiresOn }),
  };
}

/** The same for the second credential. */
export function completeSharePoint({
  adminUrl,
  credential,
  clientId,
  addressGivenBy,
}: SharePointInput & Pick<SharePointConnection, 'addressGivenBy'>): SharePointConnection {
  const base = {
    adminUrl: withoutSlash(adminUrl),
    ...(addressGivenBy !== undefined && { addressGivenBy }),
  };
  const id = clientId?.toLowerCase();
  if (credential === 'managed_identity') {
    return { ...base, credential, ...(id !== undefined && { clientId: id }) };
  }
  if (id === undefined) throw new TypeError('An application without its client id.');
  return { ...base, credential, clientId: id };
}

function addressFaults(
  pointer: string,
  text: string,
  { mayBeHttp, targets }: { mayBeHttp: boolean; targets: TargetAddresses | undefined },
): FieldError[] {
  const url = URL.parse(text);
  const wrong = (detail: string, values: FaultValues): FieldError[] => [
    { pointer, code: 'not_valid', detail, values },
  ];
  const scheme = { rule: 'address_scheme' } as const;
  if (url === null)
    return wrong('This must be an absolute https address.', { rule: 'https_address' });
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) {
    return wrong('The address must not contain a user name, password, query or fragment.', {
      rule: 'address_base',
    });
  }
  if (url.protocol !== 'https:' && !(mayBeHttp && url.protocol === 'http:')) {
    return wrong('The address must begin with https://.', scheme);
  }
  if (endsInVersion.test(url.pathname)) {
    url.pathname = url.pathname.replace(endsInVersion, '');
    return wrong(
      `The address must not end in a version: the service adds it. Write ${withoutSlash(url.href)}.`,
      { rule: 'address_version', suggestion: withoutSlash(url.href) },
    );
  }
  if (targets === undefined) {
    if (url.protocol === 'https:' || isLoopback(url)) return [];
    return wrong(
      'The address must begin with https://; http:// is allowed only for this machine (localhost, 127.0.0.1, [::1]).',
      scheme,
    );
  }
  const refusal = refusalOf(url, targets);
  if (refusal === undefined) return [];
  return refusal.kind === 'not_encrypted'
    ? wrong('The address must begin with https://.', scheme)
    : [
        {
          pointer,
          code: 'address_refused',
          detail:
            'This address is not public. Only the operator can allow it, with a tenant file or WEBHOOK_NETWORKS.',
        },
      ];
}

function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function withoutSlash(address: string): string {
  return new URL(address).href.replace(/\/+$/, '');
}
