// Tenants, API keys, organisations, templates and signing keys, held in memory and brought up to date by
// a revision that is checked several times a second. Nothing is answered from a copy that could not be
// shown to be fresh: a key that was revoked elsewhere is dead here within a second.
import type { ApiKey } from '../api-keys/api-key.ts';
import type { Timers } from '../foundation/clock.ts';
import { DomainError } from '../foundation/errors.ts';
import { createPoller } from '../foundation/poller.ts';
import type { Organisation } from '../organisations/organisation.ts';
import type { Template } from '../organisations/template.ts';
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
/** Of what nothing needs any more, only that. */
export type Purgeable<T> = T & { readonly purgedAt: Date | null };

/** The position of a copy of the configuration. */
export interface ConfigurationPosition {
  readonly revision: number;
  /** Of the database: in another one the same revision may hold something else. */
  readonly history: string;
}

export interface ConfigurationChanges extends ConfigurationPosition {
  /** True when this is all there is, and not what was added to an earlier revision. */
  readonly isWhole: boolean;
  readonly tenants: readonly Tenant[];
  readonly apiKeys: readonly Purgeable<ApiKey>[];
  readonly organisations: readonly Stored<Omit<Organisation, 'templates'>>[];
  readonly templates: readonly Purgeable<Stored<Template>>[];
  readonly signingKeys: readonly StoredSigningKey[];
}

export interface ConfigurationSource {
  /**
   * The changes since a position, or undefined without any. Everything without a position, and where the
   * database has another history or an earlier revision, as after a failover that lost the last changes.
   */
  readChanges(since: ConfigurationPosition | undefined): Promise<ConfigurationChanges | undefined>;
}

export interface Configuration {
  tenants(): Iterable<Tenant>;
  tenant(tenantId: string): Tenant | undefined;
  apiKey(tenantId: string, keyId: string): ApiKey | undefined;
  /** By id or identifier, both case-insensitive. */
  organisation(tenantId: string, idOrIdentifier: string): Organisation | undefined;
  /** In the order of their ids. */
  organisations(tenantId: string): readonly Organisation[];
  /** By id, also when deleted since: for what was accepted before. */
  templateName(
    tenantId: string,
    templateId: string,
  ): { name: string; identifier: string } | undefined;
  signingKeys(): Iterable<StoredSigningKey>;
  signingKey(keyId: string): StoredSigningKey | undefined;
  /**
   * Returns at once while the copy is known to be fresh; otherwise a promise of a check.
   * @throws DomainError `unavailable` (by the promise) when it cannot be checked
   */
  ensureFresh(): Promise<void> | undefined;
  /** Checks now; what was committed before the call is seen after it. */
  refresh(): Promise<void>;
  /**
   * The same for a caller who waits, before the service answers that something does not exist.
   * @throws DomainError `unavailable` if it cannot be checked in time
   */
  catchUp(): Promise<void>;
  /** Starts to check several times a second. */
  start(): void;
  /** Resolves when the check in progress is done. */
  stop(): Promise<void>;
}

interface TenantEntry {
  tenant: Tenant | undefined;
  readonly storedOrganisations: Map<string, Omit<Organisation, 'templates'>>;
  readonly storedTemplates: Map<string, Template>;
  /** Of deleted ones, for the groups that failed. */
  readonly deletedTemplates: Map<string, { readonly name: string; readonly identifier: string }>;
  byId: Map<string, Organisation>;
  byIdentifier: Map<string, Organisation>;
  list: readonly Organisation[];
}

const freshForMs = 800;
const checkEveryMs = 200;
const checkTimeoutMs = 1_500;

/** @param deps.monotonicNow milliseconds that never go back, also not when the clock is set */
export function createConfiguration(deps: {
  source: ConfigurationSource;
  monotonicNow: () => number;
  timers: Timers;
  onError: (error: unknown) => void;
}): Configuration {
  const { source, monotonicNow, timers, onError } = deps;
  const tenants = new Map<string, TenantEntry>();
  const apiKeys = new Map<string, ApiKey>();
  const signingKeys = new Map<string, StoredSigningKey>();
  let position: ConfigurationPosition | undefined;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  function entryOf(tenantId: string): TenantEntry {
    let entry = tenants.get(tenantId);
    if (entry === undefined) {
      entry = {
        tenant: undefined,
        storedOrganisations: new Map(),
        storedTemplates: new Map(),
        deletedTemplates: new Map(),
        byId: new Map(),
        byIdentifier: new Map(),
        list: [],
      };
      tenants.set(tenantId, entry);
    }
    return entry;
  }

  function apply(changes: ConfigurationChanges): void {
    if (changes.isWhole) for (const known of [tenants, apiKeys, signingKeys]) known.clear();
    const touched = new Map<string, Set<string>>();
    const touch = (tenantId: string, organisationId: string) => {
      const organisations = touched.get(tenantId) ?? new Set();
      touched.set(tenantId, organisations.add(organisationId));
    };
    for (const tenant of changes.tenants) entryOf(tenant.tenantId).tenant = tenant;
    for (const { purgedAt, ...key } of changes.apiKeys) {
      const name = `${key.tenantId}/${key.keyId}`;
      if (purgedAt === null) apiKeys.set(name, key);
      else apiKeys.delete(name);
    }
    for (const key of changes.signingKeys) signingKeys.set(key.keyId, key);
    for (const { deletedAt, ...organisation } of changes.organisations) {
      const { tenantId, organisationId } = organisation;
      const { storedOrganisations } = entryOf(tenantId);
      if (deletedAt === null) storedOrganisations.set(organisationId, organisation);
      else storedOrganisations.delete(organisationId);
      touch(tenantId, organisationId);
    }
    for (const { deletedAt, purgedAt, ...template } of changes.templates) {
      const { tenantId, templateId, name, identifier } = template;
      const { storedTemplates, deletedTemplates } = entryOf(tenantId);
      if (deletedAt === null) storedTemplates.set(templateId, template);
      else {
        storedTemplates.delete(templateId);
        if (purgedAt === null) deletedTemplates.set(templateId, { name, identifier });
        else deletedTemplates.delete(templateId);
      }
      touch(tenantId, template.organisationId);
    }
    for (const [tenantId, organisationIds] of touched) rebuild(entryOf(tenantId), organisationIds);
    position = { revision: changes.revision, history: changes.history };
  }

  // An organisation that did not change stays the same object, so that what others keep by it stays valid.
  function rebuild(entry: TenantEntry, organisationIds: ReadonlySet<string>): void {
    const byId = new Map<string, Organisation>();
    for (const [organisationId, stored] of entry.storedOrganisations) {
      const kept = organisationIds.has(organisationId) ? undefined : entry.byId.get(organisationId);
      byId.set(
        organisationId,
        kept ?? { ...stored, templates: templatesOf(entry, organisationId) },
      );
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

  async function check(): Promise<void> {
    const startedAt = monotonicNow();
    const changes = await source.readChanges(position);
    if (changes !== undefined) apply(changes);
    confirmedAt = startedAt;
  }

  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  async function refresh(): Promise<void> {
    // A check in progress may have read before the caller's commit; its result is not enough.
    if (checking !== undefined) await checking.catch(() => undefined);
    await checkOnce();
  }

  async function inTime(checked: Promise<void>): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const cancelTimeout = timers.after(checkTimeoutMs, () =>
      reject(new Error(`no answer within ${checkTimeoutMs} ms`)),
    );
    try {
      await Promise.race([checked, promise]);
    } catch (cause) {
      throw new DomainError('unavailable', 'The service cannot reach its database right now.', {
        retryAfterMs: 1_000,
        cause,
      });
    } finally {
      cancelTimeout();
    }
  }

  const poller = createPoller({
    run: checkOnce,
    everyMs: checkEveryMs,
    firstAfterMs: checkEveryMs,
    timers,
    onError,
  });

  return {
    *tenants() {
      for (const { tenant } of tenants.values()) if (tenant !== undefined) yield tenant;
    },
    tenant: (tenantId) => tenants.get(tenantId)?.tenant,
    apiKey: (tenantId, keyId) => apiKeys.get(`${tenantId}/${keyId}`),
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
    ensureFresh: () =>
      monotonicNow() - confirmedAt <= freshForMs ? undefined : inTime(checkOnce()),
    refresh,
    catchUp: () => inTime(refresh()),
    start: () => poller.start(),
    stop: () => poller.stop(),
  };
}
