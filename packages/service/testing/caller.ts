// A caller as the service knows it once its access token is verified.
import { noLimit } from '../src/ground/group-limit.ts';
import type { Caller } from '../src/ground/caller.ts';
import { scopes } from '../src/ground/schema/scope.schema.ts';

/** The caller has every scope and no limit, unless changed. */
export function testCaller(changes: Partial<Caller> = {}): Caller {
  const access = { scopes, ipRanges: null, source: null, within: noLimit };
  return { tenantId: 't-1', apiKeyId: 'k-1', ...access, ...changes };
}
