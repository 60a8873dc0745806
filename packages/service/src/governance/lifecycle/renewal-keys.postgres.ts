// The Idempotency-Keys of renewals: a repeated request counts once and gets the answer of the first one.
import { answerOnce } from '../../postgres/answer-once.ts';
import type { Queryable } from '../../postgres/database.ts';

export interface RenewalKey {
  readonly holderId: string;
  readonly key: string;
}

interface KeyedRenewal {
  readonly tenantId: string;
  readonly teamId: string;
  readonly until?: Date | undefined;
  readonly reason: string | null;
}

/** @throws DomainError `idempotency_key_reused` if the key was used for another request */
export async function renewOnce(
  transaction: Queryable,
  key: RenewalKey,
  { tenantId, teamId, until, reason }: KeyedRenewal,
  { at, renew }: { readonly at: Date; readonly renew: () => Promise<Date> },
): Promise<Date> {
  const content = ['renewal', teamId, until?.toISOString() ?? null, reason];
  const work = async () => ({ expiresAt: (await renew()).toISOString() });
  const request = { tenantId, teamId, ...key };
  const { expiresAt } = await answerOnce(transaction, request, { content, at, work });
  return new Date(expiresAt);
}
