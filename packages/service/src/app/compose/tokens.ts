// Access tokens: how an API key is exchanged for one, and how it is verified.
import { type AccessTokens, createAccessTokens } from '../../access/tokens/access-token.ts';
import { createRequestToken } from '../../access/tokens/request-token.ts';
import { registerTokenRoutes } from '../../access/tokens/token.routes.ts';
import { createWrongSecrets } from '../../access/wrong-secrets.ts';
import type { Server } from '../../http/server.ts';
import type { Base } from './base.ts';
import type { ConfigurationParts } from './configuration.ts';

export function composeAccessTokens(
  { clock, newId, config }: Base,
  { configuration, signingKeys }: ConfigurationParts,
): AccessTokens {
  return createAccessTokens({ configuration, signingKeys, clock, newId, issuer: config.baseUrl });
}

export function registerTokens(
  server: Server,
  { clock, steady, sharedLimits }: Base,
  parts: ConfigurationParts & { readonly accessTokens: AccessTokens },
): void {
  const { configuration, signingKeys, keyUses, accessTokens } = parts;
  registerTokenRoutes(server, {
    requestToken: createRequestToken({
      configuration,
      accessTokens,
      wrongSecrets: createWrongSecrets('credentials', { clock: steady, shared: sharedLimits }),
      clock,
      recordUse: (use) => keyUses.record(use),
    }),
    signingKeys,
  });
}
