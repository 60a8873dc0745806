// The keys of decision links, one for each tenant, made when the first is needed. They are kept encrypted in the
// database: every process makes the same link, and a rotation of the encryption key does not end the links in mails.
import type { Encryption } from '../../ground/encryption/encryption.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { ReadDecisionKey } from './decision-links.ts';

/** Binds the encrypted key to its place. */
export const decisionKeyPurpose = (tenantId: string) => `tenants/${tenantId}/decision_key`;

export function createDecisionKeys(deps: {
  readonly database: Queryable;
  readonly encryption: Encryption;
  /** A CSPRNG. */
  readonly randomBytes: (size: number) => Buffer;
}): ReadDecisionKey {
  const { database, encryption, randomBytes } = deps;

  const stored = async (tenantId: string) => {
    const [row] = await database.query<{ keySealed: string }>(
      'select key_sealed from decision_keys where tenant_id = $1',
      [tenantId],
    );
    return row?.keySealed;
  };

  return async (tenantId) => {
    let sealed = await stored(tenantId);
    if (sealed === undefined) {
      const key = randomBytes(32).toString('base64');
      await database.query(
        'insert into decision_keys (tenant_id, key_sealed) values ($1, $2) on conflict do nothing',
        [tenantId, encryption.encrypt(key, decisionKeyPurpose(tenantId))],
      );
      sealed = (await stored(tenantId)) ?? '';
    }
    return Buffer.from(encryption.decrypt(sealed, decisionKeyPurpose(tenantId)), 'base64');
  };
}
