// The rights of a request that puts desired states, and the answer that its Idempotency-Key keeps.
import type { FastifyRequest } from 'fastify';
import type { RequestKey } from '../../ground/idempotency-key.ts';
import { requireScopeOf } from '../../http/sender.ts';
import type { KeptAnswers } from '../../postgres/kept-answers.postgres.ts';
import { scopesOf } from '../change/operation-scopes.ts';
import type { WantedGroup } from './desired-groups.ts';

/** One of them: the use case asks for those of what the request does. */
export const desiredScopes = [
  'groups:create',
  'groups:change',
  'responsibility:change',
  'groups:roster',
] as const;

/** The scopes of the token decide: those of a creation, and those of the change that the difference is. */
export function rightsOf(
  request: FastifyRequest,
): Pick<WantedGroup, 'requireMayCreate' | 'requireMayChange'> {
  return {
    requireMayCreate: () => requireScopeOf(request, 'groups:create'),
    requireMayChange: (kind, change) => {
      for (const scope of scopesOf(kind, change)) requireScopeOf(request, scope);
    },
  };
}

/**
 * Does the work unless the key has an answer already.
 * @param key undefined: nothing is kept
 * @throws DomainError `idempotency_key_reused`
 */
export async function answerKept<T extends object>(
  { find, keep }: Pick<KeptAnswers, 'find' | 'keep'>,
  key: RequestKey | undefined,
  hashOf: () => string,
  work: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return work();
  const requestHash = hashOf();
  return (await find<T>(key, requestHash)) ?? keep(key, requestHash, await work());
}
