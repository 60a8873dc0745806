// The quotas of a tenant. The service holds every tenant's configuration in memory, so no tenant may fill it.
import { DomainError } from '../../ground/errors.ts';

const kibibyte = 1_024;

export const quotas = {
  organisations: 1_000,
  templates: 5_000,
  /** Default people and channels of one template, and of all templates of a tenant. */
  templateBytes: 64 * kibibyte,
  templateBytesInAll: 16 * kibibyte * kibibyte,
  activeApiKeys: 200,
  administrators: 1_000,
  sandboxPeople: 50_000,
  webhookEndpoints: 50,
  /** Deleted ones included, until the daily purge. */
  templatesEver: 25_000,
  apiKeysEver: 10_000,
} as const;

/**
 * @param kept including the addition; counted while no other transaction can add before this one ends
 * @param what in the plural, for example "organisations"
 * @throws DomainError `quota_exceeded`
 */
export function expectWithin(quota: number, kept: number, what: string, remedy: string): void {
  if (kept <= quota) return;
  const max = quota.toLocaleString('en');
  throw new DomainError('quota_exceeded', `A tenant can have at most ${max} ${what}. ${remedy}`);
}
