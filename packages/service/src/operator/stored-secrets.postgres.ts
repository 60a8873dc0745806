// Every secret that is stored encrypted, in any table.
import { markingKeyPurpose } from '../microsoft-graph/marking-keys.ts';
import { signingKeyPurpose } from '../access/tokens/signing-keys.ts';
import { clientSecretPurpose } from '../access/sessions/open-id-sign-in.ts';
import {
  connectionSecretPurpose,
  sharePointSecretPurpose,
} from '../settings/tenants/connection-secret.ts';
import { noticePasswordPurpose } from '../settings/tenants/notice-settings.ts';
import type { Queryable } from '../postgres/database.ts';
import { keptAnswerPurpose } from '../postgres/kept-answers.postgres.ts';
import { decisionKeyPurpose } from '../messages/tasks/decision-keys.postgres.ts';
import { encryptionPurpose, type SigningKey } from '../events/webhooks/endpoint.ts';
import type { StoredSecret } from './reencrypt.ts';

export async function* readStoredSecrets(database: Queryable): AsyncGenerator<StoredSecret> {
  yield* await signingKeys(database);
  const tenants = await database.query<{ tenantId: string }>(
    'select tenant_id from tenants order by tenant_id',
  );
  for (const { tenantId } of tenants) yield* readTenantSecrets(database, tenantId);
}

export async function* readTenantSecrets(
  database: Queryable,
  tenantId: string,
): AsyncGenerator<StoredSecret> {
  yield* await directorySecret(database, tenantId);
  yield* await sharePointSecret(database, tenantId);
  yield* await noticesPassword(database, tenantId);
  yield* await clientSecret(database, tenantId);
  yield* await markingKeys(database, tenantId);
  yield* await decisionKey(database, tenantId);
  yield* await webhookKeys(database, tenantId);
  yield* await keptAnswers(database, tenantId);
}

async function signingKeys(database: Queryable): Promise<StoredSecret[]> {
  const rows = await database.query<{ keyId: string; privateKeySealed: string }>(
    'select key_id, private_key_sealed from signing_keys order by signs_from',
  );
  return rows.map(({ keyId, privateKeySealed: ciphertext }) => ({
    name: `the key ${keyId} that signs access tokens`,
    purpose: signingKeyPurpose(keyId),
    ciphertext,
    async replace(instead) {
      await database.query(
        'update signing_keys set private_key_sealed = $3 where key_id = $1 and private_key_sealed = $2',
        [keyId, ciphertext, instead],
      );
    },
  }));
}

const directorySecret = secretOfTenant({
  name: 'directory secret',
  purpose: connectionSecretPurpose,
  table: 'tenants',
  column: 'directory_secret',
});
const sharePointSecret = secretOfTenant({
  name: 'certificate for SharePoint',
  purpose: sharePointSecretPurpose,
  table: 'tenants',
  column: 'share_point_secret',
});
const noticesPassword = secretOfTenant({
  name: 'SMTP password',
  purpose: noticePasswordPurpose,
  table: 'tenants',
  column: 'notices_secret',
});
const clientSecret = secretOfTenant({
  name: 'client secret of the sign-in provider',
  purpose: clientSecretPurpose,
  table: 'admin_sign_in_providers',
  column: 'client_secret_sealed',
});

/** A secret of which a tenant has one at most. */
function secretOfTenant(options: {
  readonly name: string;
  readonly purpose: (tenantId: string) => string;
  readonly table: string;
  readonly column: string;
}) {
  const { name, purpose, table, column } = options;
  return async (database: Queryable, tenantId: string): Promise<StoredSecret[]> => {
    const rows = await database.query<{ ciphertext: string }>(
      `select ${column} as ciphertext from ${table} where tenant_id = $1 and ${column} is not null`,
      [tenantId],
    );
    return rows.map(({ ciphertext }) => ({
      name: `the ${name} of the tenant ${tenantId}`,
      purpose: purpose(tenantId),
      ciphertext,
      async replace(instead) {
        await database.query(
          `update ${table} set ${column} = $3 where tenant_id = $1 and ${column} = $2`,
          [tenantId, ciphertext, instead],
        );
      },
    }));
  };
}

async function markingKeys(database: Queryable, tenantId: string): Promise<StoredSecret[]> {
  const rows = await database.query<{ keyId: string; ciphertext: string }>(
    'select key_id, key_sealed as ciphertext from marking_keys where tenant_id = $1 order by created_at',
    [tenantId],
  );
  return rows.map(({ keyId, ciphertext }) => ({
    name: `a key that signs the markers of the groups of the tenant ${tenantId}`,
    purpose: markingKeyPurpose(tenantId, keyId),
    ciphertext,
    async replace(instead) {
      await database.query(
        `update marking_keys set key_sealed = $4
        where tenant_id = $1 and key_id = $2 and key_sealed = $3`,
        [tenantId, keyId, ciphertext, instead],
      );
    },
  }));
}

async function decisionKey(database: Queryable, tenantId: string): Promise<StoredSecret[]> {
  const rows = await database.query<{ ciphertext: string }>(
    'select key_sealed as ciphertext from decision_keys where tenant_id = $1',
    [tenantId],
  );
  return rows.map(({ ciphertext }) => ({
    name: `the key of the decision links of the tenant ${tenantId}`,
    purpose: decisionKeyPurpose(tenantId),
    ciphertext,
    async replace(instead) {
      await database.query(
        'update decision_keys set key_sealed = $3 where tenant_id = $1 and key_sealed = $2',
        [tenantId, ciphertext, instead],
      );
    },
  }));
}

async function webhookKeys(database: Queryable, tenantId: string): Promise<StoredSecret[]> {
  const rows = await database.query<{ endpointId: string; signingKeys: SigningKey[] }>(
    'select endpoint_id, signing_keys from webhook_endpoints where tenant_id = $1 order by endpoint_id',
    [tenantId],
  );
  return rows.flatMap(({ endpointId, signingKeys: keys }) =>
    keys.map(({ signingKeyId, secretSealed: ciphertext }) => ({
      name: `a key of the webhook endpoint ${endpointId} of the tenant ${tenantId}`,
      purpose: encryptionPurpose({ tenantId, endpointId }),
      ciphertext,
      async replace(instead: string) {
        // The endpoint's other keys may have changed since.
        await database.query(
          `update webhook_endpoints e
          set signing_keys = (
            select jsonb_agg(
              case when key ->> 'signingKeyId' = $3 and key ->> 'secretSealed' = $4
                then key || jsonb_build_object('secretSealed', $5::text) else key end
              order by place
            )
            from jsonb_array_elements(e.signing_keys) with ordinality as one (key, place)
          )
          where tenant_id = $1 and endpoint_id = $2 and signing_keys <> '[]'`,
          [tenantId, endpointId, signingKeyId, ciphertext, instead],
        );
      },
    })),
  );
}

async function keptAnswers(database: Queryable, tenantId: string): Promise<StoredSecret[]> {
  const rows = await database.query<{
    holderId: string;
    keyHash: string;
    answerSealed: string;
  }>(
    `select holder_id, key_hash, answer_sealed from idempotency_keys
    where tenant_id = $1 and answer_sealed is not null`,
    [tenantId],
  );
  return rows.map(({ holderId, keyHash, answerSealed: ciphertext }) => ({
    name: `an answer kept for ${holderId} of the tenant ${tenantId}`,
    purpose: keptAnswerPurpose({ tenantId, holderId, keyHash }),
    ciphertext,
    async replace(instead) {
      await database.query(
        `update idempotency_keys set answer_sealed = $5
          where tenant_id = $1 and holder_id = $2 and key_hash = $3 and answer_sealed = $4`,
        [tenantId, holderId, keyHash, ciphertext, instead],
      );
    },
  }));
}
