// Reads an OAuth 2.0 client credentials request (RFC 6749 sections 2.3.1 and 4.4.2).
import { isGuid } from '../../directory/person-reference.ts';
import type { TokenRequest } from './request-token.ts';

export type ClientCredentials =
  | { readonly credentials: TokenRequest }
  | {
      readonly error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type';
      readonly description: string;
    };

/**
 * @param form members of the form, each a string or, when sent more than once, something else
 * @param authorization the Authorization header
 */
export function readClientCredentials(
  form: unknown,
  authorization: string | undefined,
): ClientCredentials {
  const members = new Map(Object.entries(typeof form === 'object' && form !== null ? form : {}));
  const text = (name: string) => {
    const value: unknown = members.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const basicCredentials = readBasic(authorization);
  const basic = basicCredentials !== undefined;
  const grantType = text('grant_type');
  if (grantType === undefined) {
    return { error: 'invalid_request', description: 'grant_type is missing.' };
  }
  if (grantType !== 'client_credentials') {
    return {
      error: 'unsupported_grant_type',
      description: 'Only the grant type client_credentials is supported.',
    };
  }
  const tenantId = text('tenant_id');
  if (tenantId === undefined || !isGuid(tenantId)) {
    const predicate = tenantId === undefined ? 'is missing' : 'must be a GUID';
    return {
      error: 'invalid_request',
      description: `tenant_id ${predicate}: send the id of the tenant, which is in the address of its admin center.`,
    };
  }
  if (basic && text('client_secret') !== undefined) {
    return {
      error: 'invalid_request',
      description:
        'Send the credentials either in the body or in the Authorization header, not in both.',
    };
  }
  const keyId = basicCredentials?.id ?? text('client_id');
  const secret = basicCredentials?.secret ?? text('client_secret');
  if (keyId === undefined || secret === undefined) {
    return {
      error: 'invalid_client',
      description: 'client_id or client_secret is missing.',
    };
  }
  return { credentials: { tenantId, keyId, secret } };
}

function readBasic(authorization: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  return { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
}

/** Both parts are form-encoded inside Basic: RFC 6749 section 2.3.1. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
