// A caller as the service knows it once its access token is verified.
import type { Caller } from '../src/foundation/caller.ts';
import { scopes } from '../src/schema/scope.schema.ts';

/** With every scope and no limit, unless changed. */
export function testCaller(changes: Partial<Caller> = {}): Caller {
  return { tenantId: 't-1', apiKeyId: 'k-1', scopes, organisationIds: null, ...changes };
}
