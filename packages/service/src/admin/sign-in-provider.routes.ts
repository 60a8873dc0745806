// The provider by which administrators sign in. Only the operator sets it; administrators see and test it.
import type { OpenIdSignIn, SignInProviderStore } from '../access/sessions/open-id-sign-in.ts';
import {
  adminRedirectAddress,
  decisionRedirectAddress,
} from '../access/sessions/redirect-addresses.ts';
import { DomainError } from '../ground/errors.ts';
import type { Server } from '../http/server.ts';
import type { AdminAddress } from './admin-address.ts';
import { SignInProviderResponse, SignInProviderTest } from './administrators.schema.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

const declared = operations('Administrators', {
  getSignInProvider: {
    summary: 'Read the provider by which administrators sign in.',
    answer: 'The provider, without its secret.',
    response: { 200: SignInProviderResponse },
  },
  testSignInProvider: {
    summary: 'Test whether the sign-in provider answers.',
    admin: 'view',
    answer: 'The outcome.',
    problems: ['forbidden', 'not_found'],
    response: { 200: SignInProviderTest },
  },
});

export function registerSignInProviderRoutes(
  server: Server,
  deps: {
    readonly address: AdminAddress;
    readonly openIdSignIn: Pick<OpenIdSignIn, 'begin'>;
    readonly findProvider: SignInProviderStore['findProvider'];
  },
): void {
  server.get('/:tenantId/sign-in-provider', declared.getSignInProvider, async (request) => {
    const { tenantId } = resourceOf(request);
    const stored = await deps.findProvider(tenantId);
    return {
      callbackUrl: adminRedirectAddress(deps.address.url, tenantId),
      decisionCallbackUrl: decisionRedirectAddress(deps.address.serviceUrl, tenantId),
      provider:
        stored === undefined
          ? null
          : {
              ...stored.provider,
              roleClaim: stored.provider.roleClaim ?? null,
              hasSecret: stored.clientSecretSealed !== null,
            },
    };
  });

  server.post('/:tenantId/sign-in-provider/test', declared.testSignInProvider, async (request) => {
    try {
      // It changes nothing before the browser follows it.
      await deps.openIdSignIn.begin(resourceOf(request).tenantId, '/');
      return { ok: true, detail: 'The provider answers, and a sign-in can begin.' };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'unavailable') throw error;
      return { ok: false, detail: error.message };
    }
  });
}
