// MemberErrors of the token endpoint, with status, OAuth error and sentence as Entra gives them (AADSTS codes).
import type { Answer } from './response.ts';

interface SignInError {
  readonly status: number;
  readonly error: string;
  readonly sentence: string;
}

const badRequest = (error: string, sentence: string): SignInError => ({
  status: 400,
  error,
  sentence,
});
const unauthorized = (sentence: string): SignInError => ({
  status: 401,
  error: 'invalid_client',
  sentence,
});

export const signInErrors = {
  53003: badRequest(
    'access_denied',
    'Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.',
  ),
  70003: badRequest('unsupported_grant_type', 'The grant type is not supported.'),
  70021: unauthorized('No matching federated identity record found for presented assertion.'),
  90002: badRequest('invalid_request', 'Tenant not found.'),
  90033: {
    status: 503,
    error: 'temporarily_unavailable',
    sentence: 'A transient error has occurred. Please try again.',
  },
  500011: badRequest(
    'invalid_resource',
    'The resource principal was not found in the tenant. This can happen if the application has not been installed by the administrator of the tenant.',
  ),
  700016: badRequest('unauthorized_client', 'Application was not found in the directory.'),
  700024: unauthorized('Client assertion is not within its valid time range.'),
  700027: unauthorized(
    'The certificate with identifier used to sign the client assertion is not registered on application.',
  ),
  700213: unauthorized(
    'No matching federated identity record found for presented assertion subject.',
  ),
  900439: badRequest(
    'invalid_request',
    'USGClientNotSupportedOnPublicEndpoint: the client is not supported on the public endpoint.',
  ),
  7000112: badRequest('unauthorized_client', 'Application is disabled.'),
  7000215: unauthorized('Invalid client secret provided.'),
  7000218: unauthorized(
    "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
  ),
  7000222: unauthorized('The provided client secret keys for app are expired.'),
  7000229: badRequest(
    'unauthorized_client',
    'The client application is missing service principal in the tenant.',
  ),
} as const satisfies Readonly<Record<number, SignInError>>;

export type SignInErrorCode = keyof typeof signInErrors;

export function isSignInErrorCode(code: number): code is SignInErrorCode {
  return code in signInErrors;
}

export function refuseSignIn(code: SignInErrorCode): Answer {
  const { status, error, sentence } = signInErrors[code];
  return {
    status,
    body: {
      error,
      error_description: `AADSTS${code}: ${sentence} Trace ID: 11111111-2222-4333-8444-555555555555 Correlation ID: 66666666-7777-4888-8999-000000000000 Timestamp: 2026-11-21 10:00:00Z`,
      error_codes: [code],
      trace_id: '11111111-2222-4333-8444-555555555555',
    },
  };
}
