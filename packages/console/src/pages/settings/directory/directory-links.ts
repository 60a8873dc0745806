// Links into Microsoft Entra for the application of a connection, in the cloud that was chosen.
import { pagePath } from '../../../api/location.ts';
import { clouds, type ConnectionDraft } from './directory-draft.ts';

const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function hasIds({ entraTenantId, clientId }: ConnectionDraft): boolean {
  return guid.test(entraTenantId.trim()) && guid.test(clientId.trim());
}

/** Entra leads back to this page after a consent. */
export function redirectUri(): string {
  return `${location.origin}${pagePath}/directory`;
}

export interface EntraLinks {
  readonly register: string;
  /** Pages of the application. Undefined until its ids are entered. */
  readonly application?: {
    readonly overview: string;
    readonly credentials: string;
    readonly permissions: string;
    /** https://learn.microsoft.com/entra/identity-platform/v2-admin-consent */
    readonly consent: string;
  };
}

/** Undefined for addresses that are not of a known cloud. */
export function entraLinksOf(draft: ConnectionDraft): EntraLinks | undefined {
  const cloud = clouds.find(({ id }) => id === draft.cloud);
  if (cloud === undefined) return undefined;
  const blades = `https://${cloud.portal}/#view/Microsoft_AAD_RegisteredApps`;
  const register = `${blades}/CreateApplicationBlade`;
  if (!hasIds(draft)) return { register };
  const clientId = draft.clientId.trim();
  const page = (name: string) => `${blades}/ApplicationMenuBlade/~/${name}/appId/${clientId}`;
  const consent = new URL(`${cloud.loginBaseUrl}/${draft.entraTenantId.trim()}/v2.0/adminconsent`);
  consent.search = new URLSearchParams({
    client_id: clientId,
    scope: `${cloud.graphBaseUrl}/.default`,
    redirect_uri: redirectUri(),
  }).toString();
  return {
    register,
    application: {
      // no text: the name of a page
      overview: page('Overview'),
      // no text: the name of a page
      credentials: page('Credentials'),
      permissions: page('CallAnAPI'),
      consent: consent.href,
    },
  };
}
