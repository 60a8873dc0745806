// The copy of the configuration in memory: it takes changes in the order of their revisions, and answers lookups.
import type { ApiKey } from '../api-keys/api-key.ts';
import type { Organisation } from '../organisations/organisation.ts';
import type { Template } from '../organisations/template.ts';
import type { Closing } from '../tenants/closed-tenant.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** A signing key as it is stored: the private half encrypted. */
export interface StoredSigningKey {
  readonly keyId: string;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  readonly privateKeySealed: string;
  readonly signsFrom: Date;
  readonly signsUntil: Date;
  /** No token of it is accepted since. */
  readonly withdrawnAt: Date | null;
}

/** An organisation or template as stored; one with `deletedAt` is gone for callers. */
export type Stored<T> = T & { readonly deletedAt: Date | null };
/** It says only what nothing needs now. */
export type Purgeable<T> = T & { readonly purgedAt: Date | null };

export interface ConfigurationPosition {
  readonly revision: number;
  /** It belongs to the database: in another one the same revision may hold something else. */
  readonly history: string;
}

export interface ConfigurationChanges extends ConfigurationPosition {
  /** True when this is all there is, and not what was added to an earlier revision. */
  readonly isComplete: boolean;
  readonly tenants: readonly Tenant[];
  readonly apiKeys: readonly Purgeable<ApiKey>[];
  readonly organisations: readonly Stored<Omit<Organisation, 'templates'>>[];
  readonly templates: readonly Purgeable<Stored<Template>>[];
  readonly signingKeys: readonly StoredSigningKey[];
}

export interface ConfigurationReads {
  /** Closed ones are not among them: no part of the process works for these. */
  tenants(): Iterable<Tenant>;
  tenant(tenantId: string): Tenant | undefined;
  /** Why a tenant is closed; undefined: it is open, or unknown. */
  closingOf(tenantId: string): Closing | undefined;
  apiKey(tenantId: string, keyId: string): ApiKey | undefined;
  /** The organisation is named by its id or its identifier, both case-insensitive. */
  organisation(tenantId: string, idOrIdentifier: string): Organisation | undefined;
  /** They are in the order of their ids. */
  organisations(tenantId: string): readonly Organisation[];
  /** The template is named by its id, and may have been deleted since: records that were accepted before have it. */
  templateName(
    tenantId: string,
    templateId: string,
  ): { name: string; identifier: string } | undefined;
  signingKeys(): Iterable<StoredSigningKey>;
  signingKey(keyId: string): StoredSigningKey | undefined;
}

interface TenantEntry {
  tenant: Tenant | undefined;
  readonly apiKeys: Map<string, ApiKey>;
  readonly storedOrganisations: Map<string, Omit<Organisation, 'templates'>>;
  readonly storedTemplates: Map<string, Template>;
  /** It belongs to deleted ones, for the groups that failed. */
  readonly deletedTemplates: Map<string, { readonly name: string; readonly identifier: string }>;
  byId: Map<string, Organisation>;
  byIdentifier: Map<string, Organisation>;
  list: readonly Organisation[];
}

export function createConfigurationCopy(): {
  readonly reads: ConfigurationReads;
  position(): ConfigurationPosition | undefined;
  apply(changes: ConfigurationChanges): void;
} {
  const tenants = new Map<string, TenantEntry>();
  const signingKeys = new Map<string, StoredSigningKey>();
  let position: ConfigurationPosition | undefined;

  function entryOf(tenantId: string): TenantEntry {
    const entry = tenants.get(tenantId) ?? newEntry();
    tenants.set(tenantId, entry);
    return entry;
  }

  function applyOrganisations(changes: ConfigurationChanges['organisations']): void {
    for (const { deletedAt, ...organisation } of changes) {
      const { tenantId, organisationId } = organisation;
      const { storedOrganisations } = entryOf(tenantId);
      if (deletedAt === null) storedOrganisations.set(organisationId, organisation);
      else storedOrganisations.delete(organisationId);
    }
  }

  function applyTemplates(changes: ConfigurationChanges['templates']): void {
    for (const { deletedAt, purgedAt, ...template } of changes) {
      const { tenantId, templateId, name, identifier } = template;
      const { storedTemplates, deletedTemplates } = entryOf(tenantId);
      if (deletedAt === null) {
        storedTemplates.set(templateId, template);
        continue;
      }
      storedTemplates.delete(templateId);
      if (purgedAt === null) deletedTemplates.set(templateId, { name, identifier });
      else deletedTemplates.delete(templateId);
    }
  }

  return {
    position: () => position,
    apply(changes) {
      if (changes.isComplete) for (const known of [tenants, signingKeys]) known.clear();
      for (const tenant of changes.tenants) {
        // All its rows come with it, and none of a tenant that was there before.
        if (tenant.closed?.kind === 'imported') tenants.delete(tenant.tenantId);
        entryOf(tenant.tenantId).tenant = tenant;
      }
      for (const { purgedAt, ...key } of changes.apiKeys) {
        const { apiKeys } = entryOf(key.tenantId);
        if (purgedAt === null) apiKeys.set(key.keyId, key);
        else apiKeys.delete(key.keyId);
      }
      for (const key of changes.signingKeys) signingKeys.set(key.keyId, key);
      applyOrganisations(changes.organisations);
      applyTemplates(changes.templates);
      const touched = Map.groupBy(
        [...changes.organisations, ...changes.templates],
        ({ tenantId }) => tenantId,
      );
      for (const [tenantId, records] of touched) {
        rebuild(entryOf(tenantId), new Set(records.map((record) => record.organisationId)));
      }
      position = { revision: changes.revision, history: changes.history };
    },
    reads: {
      *tenants() {
        for (const { tenant } of tenants.values()) {
          if (tenant !== undefined && tenant.closed == null) yield tenant;
        }
      },
      tenant(tenantId) {
        const tenant = tenants.get(tenantId)?.tenant;
        return tenant?.closed == null ? tenant : undefined;
      },
      closingOf: (tenantId) => tenants.get(tenantId)?.tenant?.closed ?? undefined,
      apiKey: (tenantId, keyId) => tenants.get(tenantId)?.apiKeys.get(keyId),
      organisation(tenantId, idOrIdentifier) {
        const entry = tenants.get(tenantId);
        const key = idOrIdentifier.toLowerCase();
        return entry?.byIdentifier.get(key) ?? entry?.byId.get(key);
      },
      organisations: (tenantId) => tenants.get(tenantId)?.list ?? [],
      templateName(tenantId, templateId) {
        const entry = tenants.get(tenantId);
        return entry?.storedTemplates.get(templateId) ?? entry?.deletedTemplates.get(templateId);
      },
      signingKeys: () => signingKeys.values(),
      signingKey: (keyId) => signingKeys.get(keyId),
    },
  };
}

function newEntry(): TenantEntry {
  return {
    tenant: undefined,
    apiKeys: new Map(),
    storedOrganisations: new Map(),
    storedTemplates: new Map(),
    deletedTemplates: new Map(),
    byId: new Map(),
    byIdentifier: new Map(),
    list: [],
  };
}

// An organisation that did not change stays the same object, so that what others keep by it stays valid.
function rebuild(entry: TenantEntry, organisationIds: ReadonlySet<string>): void {
  const byId = new Map<string, Organisation>();
  for (const [organisationId, stored] of entry.storedOrganisations) {
    const kept = organisationIds.has(organisationId) ? undefined : entry.byId.get(organisationId);
    byId.set(organisationId, kept ?? { ...stored, templates: templatesOf(entry, organisationId) });
  }
  entry.byId = byId;
  entry.list = [...byId.values()].sort((a, b) => (a.organisationId < b.organisationId ? -1 : 1));
  entry.byIdentifier = new Map(
    entry.list.map((organisation) => [organisation.identifier, organisation]),
  );
}

function templatesOf(entry: TenantEntry, organisationId: string): readonly Template[] {
  return [...entry.storedTemplates.values()]
    .filter((template) => template.organisationId === organisationId)
    .sort((a, b) => (a.templateId < b.templateId ? -1 : 1));
}
