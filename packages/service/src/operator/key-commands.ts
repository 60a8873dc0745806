import type { Command } from 'commander';
import { ApiKeyInput } from '../api-keys/api-key-input.schema.ts';
import type { ApiKey } from '../api-keys/api-key.ts';
import { isGuid } from '../directory/person-reference.ts';
import { DomainError } from '../foundation/errors.ts';
import { checkInput } from './check-input.ts';
import { chooseTenant } from './operator-deps.ts';
import { formatTable } from './print-table.ts';
import type { WithDeps } from './tenant-commands.ts';

const tenantOption = ['--tenant <id>', 'the tenant; optional if there is only one'] as const;

export function addKeyCommands(program: Command, withDeps: WithDeps): void {
  const key = program.command('key').description('API keys of a tenant');

  key
    .command('create')
    .description('create an API key and print its secret, this once')
    .option(...tenantOption)
    .requiredOption('--name <name>', 'descriptive name, 1 to 100 characters')
    .option('--expires <moment>', 'expiry, such as 2027-01-31 or 2027-01-31T12:00:00Z')
    .option('--json', 'print JSON')
    .action(async (options: { tenant?: string; name: string; expires?: string; json?: true }) => {
      const input = checkInput(ApiKeyInput, {
        name: options.name,
        ...(options.expires !== undefined && { expiresAt: momentOf(options.expires) }),
      });
      await withDeps(async (deps) => {
        const { tenantId } = await chooseTenant(deps, options.tenant);
        const { key: made, secret } = await deps.change(({ apiKeys }) =>
          apiKeys.create(deps.actor, tenantId, input),
        );
        const { keyId } = made;
        if (options.json) {
          console.log(JSON.stringify({ tenantId, keyId, secret }));
          return;
        }
        console.log(`API key ${JSON.stringify(made.name)} created.\n`);
        console.log(`  tenantId  ${tenantId}\n  keyId     ${keyId}\n  secret    ${secret}\n`);
        console.log('Store the secret now. It cannot be shown again.');
      });
    });

  key
    .command('list')
    .description('list the API keys, newest first')
    .option(...tenantOption)
    .option('--json', 'print JSON')
    .action(async (options: { tenant?: string; json?: true }) => {
      await withDeps(async (deps) => {
        const { tenantId } = await chooseTenant(deps, options.tenant);
        const keys = await deps.change(({ stores }) => stores.apiKeys.list(tenantId));
        const uses = await deps.database.query<{ keyId: string; lastUsedAt: Date }>(
          'select key_id, last_used_at from api_key_uses where tenant_id = $1',
          [tenantId],
        );
        const lastUsed = new Map(uses.map((use) => [use.keyId, use.lastUsedAt]));
        const shown = keys.map((one) => ({
          keyId: one.keyId,
          name: one.name,
          state: stateOf(one, deps.clock.now()),
          createdAt: one.createdAt.toISOString(),
          createdBy: one.createdBy,
          expiresAt: one.expiresAt?.toISOString() ?? null,
          lastUsedAt: lastUsed.get(one.keyId)?.toISOString() ?? null,
        }));
        if (options.json) {
          console.log(JSON.stringify(shown));
          return;
        }
        const rows = shown.map((one) => [
          one.keyId,
          one.state,
          one.createdAt.slice(0, 16),
          one.lastUsedAt?.slice(0, 16) ?? 'never',
          one.expiresAt?.slice(0, 16) ?? 'never',
          one.name,
        ]);
        const headings = ['KEY', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES', 'NAME'];
        console.log(formatTable(headings, rows, process.stdout));
      });
    });

  key
    .command('revoke')
    .description('revoke an API key permanently; it and its tokens stop working within a second')
    .argument('<keyId>')
    .option(...tenantOption)
    .action(async (keyId: string, options: { tenant?: string }) => {
      if (!isGuid(keyId)) throw new DomainError('validation_failed', 'keyId must be a GUID.');
      await withDeps(async (deps) => {
        const { tenantId } = await chooseTenant(deps, options.tenant);
        const revoked = await deps.change(({ apiKeys }) =>
          apiKeys.revoke(deps.actor, tenantId, keyId.toLowerCase()),
        );
        console.log(
          `API key ${JSON.stringify(revoked.name)} was revoked at ${revoked.revokedAt?.toISOString() ?? ''}.`,
        );
      });
    });
}

/** A date alone means its beginning in UTC. */
function momentOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}

function stateOf(key: ApiKey, now: number): 'active' | 'revoked' | 'expired' {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt.getTime() <= now ? 'expired' : 'active';
}
