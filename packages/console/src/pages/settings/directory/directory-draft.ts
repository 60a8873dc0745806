// A connection to Microsoft 365 during editing: every value as the user typed it, so that nothing is lost before it is
// saved. The secret is here only while it is typed.
import type { ConnectionBody, DirectoryState } from '../../../api/types.ts';
import { numberOf } from '../../number-of.ts';

export type Microsoft365Settings = NonNullable<DirectoryState['microsoft365']>;
export type Credential = Microsoft365Settings['credential'];

/** The second credential, for SharePoint. */
export interface SharePointDraft {
  readonly isOn: boolean;
  readonly adminUrl: string;
  readonly clientId: string;
  readonly secret: string;
  /** It is an identity of the service, which only the operator can change. */
  readonly isLent: boolean;
}

export interface ConnectionDraft {
  readonly entraTenantId: string;
  readonly clientId: string;
  readonly credential: Credential;
  readonly secret: string;
  /** It belongs to a client secret, YYYY-MM-DD; empty: not known. */
  readonly secretExpiresOn: string;
  /** One of `clouds`, or `other`. */
  readonly cloud: string;
  readonly graphBaseUrl: string;
  readonly loginBaseUrl: string;
  /** The keys are names; empty: Microsoft's limit. */
  readonly limits: Readonly<Record<string, string>>;
  readonly sharePoint: SharePointDraft;
}

interface Cloud {
  readonly id: 'global' | 'usgov' | 'usgov-dod' | 'china';
  readonly graphBaseUrl: string;
  readonly loginBaseUrl: string;
  /** Host of the Entra admin center. */
  readonly portal: string;
}

const globalCloud: Cloud = {
  id: 'global',
  graphBaseUrl: 'https://graph.microsoft.com',
  loginBaseUrl: 'https://login.microsoftonline.com',
  portal: 'entra.microsoft.com',
};

export const clouds: readonly Cloud[] = [
  globalCloud,
  {
    id: 'usgov',
    graphBaseUrl: 'https://graph.microsoft.us',
    loginBaseUrl: 'https://login.microsoftonline.us',
    portal: 'entra.microsoft.us',
  },
  {
    id: 'usgov-dod',
    graphBaseUrl: 'https://dod-graph.microsoft.us',
    loginBaseUrl: 'https://login.microsoftonline.us',
    portal: 'entra.microsoft.us',
  },
  {
    id: 'china',
    graphBaseUrl: 'https://microsoftgraph.chinacloudapi.cn',
    loginBaseUrl: 'https://login.partner.microsoftonline.cn',
    portal: 'entra.microsoftonline.cn',
  },
];

export function draftOf(settings: Microsoft365Settings | null): ConnectionDraft {
  const { graphBaseUrl, loginBaseUrl } = settings ?? globalCloud;
  const cloud = clouds.find(
    (one) => one.graphBaseUrl === graphBaseUrl && one.loginBaseUrl === loginBaseUrl,
  );
  const limits = Object.entries(settings?.limits ?? {});
  return {
    entraTenantId: settings?.entraTenantId ?? '',
    clientId: settings?.clientId ?? '',
    credential: settings?.credential ?? 'secret',
    secret: '',
    secretExpiresOn: settings?.secretExpiresOn ?? '',
    cloud: cloud?.id ?? 'other',
    graphBaseUrl,
    loginBaseUrl,
    limits: Object.fromEntries(limits.map(([name, calls]) => [name, String(calls)])),
    sharePoint: {
      isOn: settings?.sharePoint !== undefined,
      adminUrl: settings?.sharePoint?.adminUrl ?? '',
      clientId: settings?.sharePoint?.clientId ?? '',
      secret: '',
      isLent: settings?.sharePoint?.credential === 'managed_identity',
    },
  };
}

/** Only the operator can lend it, and change what it is used for. */
export function isOfTheService(credential: Credential): boolean {
  return credential === 'workload_identity' || credential === 'managed_identity';
}

/** An administrator can choose one of these credentials. */
export function credentialsFor(stored: Microsoft365Settings | null): Credential[] {
  const lent = stored !== null && isOfTheService(stored.credential) ? [stored.credential] : [];
  return ['secret', 'certificate', ...lent];
}

/** The draft with another credential. With the identity of the service, only the limits can be edited. */
export function withCredential(
  draft: ConnectionDraft,
  credential: Credential,
  stored: Microsoft365Settings | null,
): ConnectionDraft {
  const base = isOfTheService(credential) ? draftOf(stored) : draft;
  return { ...base, limits: draft.limits, credential, secret: '', secretExpiresOn: '' };
}

/** The draft with the addresses of the cloud; with `other`, the user types them. */
export function inCloud(draft: ConnectionDraft, id: string): ConnectionDraft {
  const { graphBaseUrl, loginBaseUrl } = clouds.find((one) => one.id === id) ?? draft;
  return { ...draft, cloud: id, graphBaseUrl, loginBaseUrl };
}

export function bodyOf(draft: ConnectionDraft) {
  const { entraTenantId, clientId, credential, secret, graphBaseUrl, loginBaseUrl } = draft;
  const limits = Object.entries(draft.limits).filter(([, calls]) => calls.trim() !== '');
  return {
    entraTenantId: entraTenantId.trim(),
    // An empty field is a fault, except for the system-assigned identity of the service.
    clientId: clientId.trim() === '' && isOfTheService(credential) ? null : clientId.trim(),
    credential,
    secret: isOfTheService(credential) || secret.trim() === '' ? null : secret,
    secretExpiresOn:
      credential !== 'secret' || draft.secretExpiresOn === '' ? null : draft.secretExpiresOn,
    graphBaseUrl: graphBaseUrl.trim(),
    loginBaseUrl: loginBaseUrl.trim(),
    limits: Object.fromEntries(limits.map(([name, calls]) => [name, numberOf(calls)])),
    ...sharePointOf(draft.sharePoint),
  } satisfies ConnectionBody;
}

/** Absent: it stays as it is. */
function sharePointOf({
  isOn,
  isLent,
  adminUrl,
  clientId,
  secret,
}: SharePointDraft): Pick<ConnectionBody, 'sharePoint'> {
  if (!isOn) return { sharePoint: null };
  if (isLent) return {};
  const others = { clientId: clientId.trim(), secret: secret.trim() === '' ? null : secret };
  return { sharePoint: { adminUrl: adminUrl.trim(), credential: 'certificate', ...others } };
}

/** Whether anything but the rate limits differs, so that the connection is worth a test. */
export function changesTarget(initial: ConnectionDraft, draft: ConnectionDraft): boolean {
  const target = (of: ConnectionDraft) => JSON.stringify(bodyOf({ ...of, limits: {} }));
  return target(initial) !== target(draft);
}

/** Whether the stored secret would still be sent only to the place that it was entered for. */
export function keepsSecret(
  settings: Microsoft365Settings | null,
  draft: ConnectionDraft,
): boolean {
  if (settings === null || !settings.hasSecret) return false;
  const wanted = bodyOf(draft);
  const same = (one: string, other: string) =>
    one.toLowerCase().replace(/\/+$/, '') === other.toLowerCase().replace(/\/+$/, '');
  return (
    settings.credential === wanted.credential &&
    same(settings.entraTenantId, wanted.entraTenantId) &&
    same(settings.clientId ?? '', wanted.clientId ?? '') &&
    same(settings.graphBaseUrl, wanted.graphBaseUrl) &&
    same(settings.loginBaseUrl, wanted.loginBaseUrl)
  );
}
