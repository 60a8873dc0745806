// `operator key`: API keys of a tenant.
import { ApiKeyInput } from '../api-keys/api-key-input.schema.ts';
import { apiKeyState } from '../api-keys/api-key.ts';
import { createLastUses } from '../api-keys/last-uses.postgres.ts';
import { isGuid } from '../directory/person-reference.ts';
import { DomainError } from '../foundation/errors.ts';
import { checkInput } from './check-input.ts';
import { commandGroup, minuteOf, option, required, table, tenantCommand } from './command.ts';

export const keyCommands = commandGroup('key', 'API keys of a tenant', [
  tenantCommand({
    name: 'create',
    summary: 'create an API key and print its secret, this once',
    options: [
      required('--name <name>', 'descriptive name, 1 to 100 characters'),
      option('--expires <moment>', 'expiry, such as 2027-01-31 or 2027-01-31T12:00:00Z'),
    ],
    json: true,
    read: ({ name, expires }: { name: string; expires?: string }) =>
      checkInput(ApiKeyInput, {
        name,
        ...(expires !== undefined && { expiresAt: momentOf(expires) }),
      }),
    async run({ change, actor, tenantId }, input) {
      const { key, secret } = await change(({ apiKeys }) => apiKeys.create(actor, tenantId, input));
      const { keyId, name } = key;
      const text = [
        `API key ${JSON.stringify(name)} created.\n`,
        `  tenantId  ${tenantId}\n  keyId     ${keyId}\n  secret    ${secret}\n`,
        'Store the secret now. It cannot be shown again.',
      ];
      return { json: { tenantId, keyId, secret }, text: text.join('\n') };
    },
  }),
  tenantCommand({
    name: 'list',
    summary: 'list the API keys, newest first',
    json: true,
    async run({ change, database, clock, tenantId }) {
      const keys = await change(({ stores }) => stores.apiKeys.list(tenantId));
      const lastUses = await createLastUses(database)(tenantId);
      const rows = keys.map((one) => ({
        keyId: one.keyId,
        name: one.name,
        state: apiKeyState(one, clock.now()),
        createdAt: one.createdAt,
        createdBy: one.createdBy,
        expiresAt: one.expiresAt,
        lastUsedAt: lastUses.get(one.keyId) ?? null,
      }));
      return table(rows, {
        KEY: ({ keyId }) => keyId,
        STATE: ({ state }) => state,
        CREATED: ({ createdAt }) => minuteOf(createdAt),
        'LAST USED': ({ lastUsedAt }) => minuteOf(lastUsedAt),
        EXPIRES: ({ expiresAt }) => minuteOf(expiresAt),
        NAME: ({ name }) => name,
      });
    },
  }),
  tenantCommand({
    name: 'revoke',
    summary: 'revoke an API key permanently; it and its tokens stop working within a second',
    argument: ['<keyId>'],
    read(_options, keyId) {
      if (!isGuid(keyId)) throw new DomainError('validation_failed', 'keyId must be a GUID.');
      return keyId.toLowerCase();
    },
    async run({ change, actor, tenantId }, keyId) {
      const { name, revokedAt } = await change(({ apiKeys }) =>
        apiKeys.revoke(actor, tenantId, keyId),
      );
      return {
        text: `API key ${JSON.stringify(name)} was revoked at ${revokedAt?.toISOString() ?? ''}.`,
      };
    },
  }),
]);

/** A date alone means its beginning in UTC. */
function momentOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}
