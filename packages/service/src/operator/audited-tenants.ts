// The options that the commands of the audit log share.
import { createChainReader } from '../audit/chain-reader.postgres.ts';
import type { NotedHead } from '../audit/verify-chain.ts';
import { DomainError } from '../ground/errors.ts';
import { chooseTenant, type OperatorDeps } from './operator-deps.ts';

export const brokenExitCode = 4;

export function readNoted(text: string): NotedHead {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text);
  if (found?.[1] !== undefined && found[2] !== undefined) {
    return { position: Number(found[1]), hash: found[2] };
  }
  throw new DomainError(
    'validation_failed',
    '--noted must be POSITION:HASH, as printed by operator audit head and the log.',
  );
}

export async function tenantsOf(
  deps: OperatorDeps,
  named: string | undefined,
  onlyOne: boolean,
): Promise<readonly string[]> {
  if (named !== undefined || onlyOne)
    return [(await chooseTenant(deps, named, { mayBeClosed: true })).tenantId];
  return await createChainReader(deps).tenants();
}
