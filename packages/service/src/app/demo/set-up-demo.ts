// The demo tenant: tenant.yaml beside this file, applied like any other, and an API key for it.
import { readFileSync } from 'node:fs';
import type { Actor } from '../../audit/activity.ts';
import { createChanges, type ChangesDeps } from '../../settings/configuration/changes.postgres.ts';
import type { Scope } from '../../ground/schema/scope.schema.ts';
import { applyWithin } from '../../operator/apply.ts';
import { parseTenantFile } from '../../operator/tenant-file.ts';
import type { Database } from '../../postgres/database.ts';

export interface Demo {
  readonly tenantId: string;
  readonly keyId: string;
  /** Kept nowhere else. */
  readonly secret: string;
  /** Identifier of the first organisation, and those of its templates; the first one takes any names. */
  readonly organisation: string;
  readonly templates: readonly string[];
  /** E-mail addresses of those who may be in a group: employees first, then guests. */
  readonly people: readonly string[];
}

const actor: Actor = { kind: 'service', id: 'demo' };
const fileName = 'tenant.yaml';
/** Everything that a caller can do with groups. */
const scopesOfDemo: readonly Scope[] = [
  'groups:create',
  'groups:read',
  'groups:adopt',
  'groups:roster',
  'groups:change',
  'groups:delete',
  'responsibility:change',
  'people:search',
  'tasks:read',
  'tasks:decide',
];

/**
 * Creates all of it in one transaction.
 * @param beforeCommit called with the demo before anything is committed, so that its secret can be saved first
 */
export async function setUpDemo(
  deps: ChangesDeps & { database: Database; tenantId: string },
  beforeCommit: (demo: Demo) => void,
): Promise<Demo> {
  const { database, tenantId } = deps;
  const text = readFileSync(new URL(fileName, import.meta.url), 'utf8');
  const parsed = parseTenantFile(text, fileName, deps.clock.now());
  const file = { ...parsed, tenant: { ...parsed.tenant, id: tenantId } } as typeof parsed;
  const encryption = () => {
    throw new TypeError('The demo tenant has no secret to encrypt.');
  };
  const [organisation] = file.organisations ?? [];
  return database.transaction(async (transaction) => {
    const changes = createChanges(transaction, deps);
    await applyWithin(changes, { ...deps, encryption }, { file, actor, prune: false });
    const { key, secret } = await changes.apiKeys.create(actor, tenantId, {
      name: 'Demo',
      scopes: [...scopesOfDemo],
    });
    const demo: Demo = {
      tenantId,
      keyId: key.keyId,
      secret,
      organisation: organisation?.identifier ?? '',
      templates: (organisation?.templates ?? []).map(({ identifier }) => identifier),
      people: (file.people ?? [])
        .filter(({ enabled }) => enabled !== false)
        .map(({ email }) => email),
    };
    beforeCommit(demo);
    return demo;
  });
}
