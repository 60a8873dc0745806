// Adds, changes and removes the endpoints of webhooks, and rotates the keys that sign. A shared secret is
// returned once, by the call that makes it; it is kept encrypted.
import type { ExpectedVersion, RecordStore } from '../../ground/record-store.ts';
import { difference, type Actor } from '../../audit/activity.ts';
import { createRecordChanges, notFound, type ChangeDeps } from '../../audit/changes/change.ts';
import { expectWithin, quotas } from '../../audit/changes/quotas.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { DomainError, validationFailed, type FieldError } from '../../ground/errors.ts';
import { storedUrl } from './endpoint-url.ts';
import { checkFilter, type FilterTargets, filterOf } from './check-filter.ts';
import {
  actorText,
  liveKeys,
  openKey,
  encryptionPurpose,
  type SigningKey,
  type WebhookEndpoint,
} from './endpoint.ts';
import {
  generateSigningSecret,
  kindOf,
  verificationKey,
  type SigningKind,
  type SigningSecret,
} from './signing.ts';
import type { WebhookInput } from './webhook-input.schema.ts';

/** A new endpoint gets the events from now on. */
export interface EndpointStore extends RecordStore<WebhookEndpoint> {
  list(tenantId: string): Promise<WebhookEndpoint[]>;
  find(tenantId: string, endpointId: string): Promise<WebhookEndpoint | undefined>;
  /** No other transaction adds endpoints until this one ends. */
  lockAndCount(tenantId: string): Promise<number>;
  insert(endpoint: WebhookEndpoint): Promise<void>;
  /** It includes its deliveries and their log. */
  remove(tenantId: string, endpointId: string): Promise<void>;
  /** Abandons its waiting deliveries; it gets the events from now on. */
  skipMissed(tenantId: string, endpointId: string, at: Date): Promise<void>;
}

/** An endpoint and the key that its receiver checks signatures with: `whsec_…` or `whpk_…`. */
export interface EndpointWithKey {
  readonly endpoint: WebhookEndpoint;
  readonly verificationKey: string;
}

/** Creates a key of the given kind, unless the input contains one. */
export type Signing = SigningKind | SigningSecret;

const maxLiveKeys = 4;
const defaultOverlapMs = 24 * 3_600_000;

export type ManageEndpoints = ReturnType<typeof createManageEndpoints>;

/** @param deps.randomBytes a CSPRNG */
export function createManageEndpoints(
  deps: ChangeDeps & {
    store: EndpointStore;
    encryption: Encryption;
    randomBytes: (size: number) => Uint8Array;
    urlFaults: (url: string) => readonly FieldError[];
    filterTargets: FilterTargets;
  },
) {
  const { clock, createId, randomBytes, encryption, store, urlFaults, filterTargets } = deps;
  const endpoints = createRecordChanges(deps, {
    name: 'webhook endpoint',
    subject: 'webhook',
    idOf: ({ endpointId }) => endpointId,
  });

  /** @param present the endpoint as it is; undefined: it is new */
  async function check(
    tenantId: string,
    input: WebhookInput,
    present?: WebhookEndpoint,
  ): Promise<void> {
    const faults = urlFaults(input.url);
    if (faults.length > 0) throw validationFailed(faults);
    await checkFilter(filterTargets, tenantId, input, present);
  }

  function makeKey(
    of: Pick<WebhookEndpoint, 'tenantId' | 'endpointId'>,
    signing: Signing,
  ): { key: SigningKey; verificationKey: string } {
    const isKind = signing === 'hmac' || signing === 'ed25519';
    const secret = isKind ? generateSigningSecret(signing, randomBytes) : signing;
    const key = {
      signingKeyId: createId(),
      kind: kindOf(secret),
      secretSealed: encryption.encrypt(secret, encryptionPurpose(of)),
      createdAt: new Date(clock.now()).toISOString(),
      expiresAt: null,
    };
    return { key, verificationKey: verificationKey(secret) };
  }

  return {
    list: (tenantId: string) => store.list(tenantId),

    async get(tenantId: string, endpointId: string): Promise<WebhookEndpoint> {
      const found = await store.find(tenantId, endpointId);
      if (found === undefined) throw notFound('webhook endpoint');
      return found;
    },

    /** The public halves (`whpk_…`) of the Ed25519 keys that sign now; they are no secret. */
    publicKeys(endpoint: WebhookEndpoint): readonly string[] {
      return liveKeys(endpoint, clock.now())
        .filter(({ kind }) => kind === 'ed25519')
        .flatMap((key) => openKey(endpoint, key, encryption) ?? [])
        .map(verificationKey);
    },

    /** Whether it signs with this key, or with one of this kind, and no end is set for that. */
    signsWith(endpoint: WebhookEndpoint, signing: Signing): boolean {
      const lasting = endpoint.signingKeys.filter(({ expiresAt }) => expiresAt === null);
      return lasting.some((key) => {
        if (signing === 'hmac' || signing === 'ed25519') return key.kind === signing;
        // A key that cannot be opened any more is replaced.
        return openKey(endpoint, key, encryption) === signing;
      });
    },

    async add(
      actor: Actor,
      tenantId: string,
      input: WebhookInput,
      signing: Signing = 'hmac',
    ): Promise<EndpointWithKey> {
      await check(tenantId, input);
      const count = (await store.lockAndCount(tenantId)) + 1;
      expectWithin(quotas.webhookEndpoints, count, 'webhook endpoints', 'Remove one first.');
      const of = { tenantId, endpointId: createId() };
      const { key, verificationKey } = makeKey(of, signing);
      const endpoint: WebhookEndpoint = {
        ...of,
        ...storedSettings(input),
        signingKeys: [key],
        disabledAt: null,
        disabledReason: null,
        disabledBy: null,
        createdAt: new Date(clock.now()),
        createdBy: actorText(actor),
        version: 1,
        failuresInRow: 0,
        heldUntil: null,
      };
      const data = { ...settingsOf(input), signing: key.kind };
      await endpoints.insert(actor, 'webhook.added', endpoint, data);
      return { endpoint, verificationKey };
    },

    /** @param expectedVersion the version that the caller has seen */
    async change(
      actor: Actor,
      tenantId: string,
      endpointId: string,
      expectedVersion: ExpectedVersion,
      input: WebhookInput,
    ): Promise<WebhookEndpoint> {
      const found = await endpoints.lock(tenantId, endpointId, expectedVersion);
      await check(tenantId, input, found);
      const changed = difference(settingsOf(found), settingsOf(input));
      return await endpoints.change(
        actor,
        'webhook.changed',
        found,
        storedSettings(input),
        changed,
      );
    },

    async remove(
      actor: Actor,
      tenantId: string,
      endpointId: string,
      expectedVersion: ExpectedVersion,
    ): Promise<void> {
      const found = await endpoints.lock(tenantId, endpointId, expectedVersion);
      await endpoints.write(actor, 'webhook.removed', found, { url: found.url }, () =>
        store.remove(tenantId, endpointId),
      );
    },

    async disable(actor: Actor, tenantId: string, endpointId: string): Promise<WebhookEndpoint> {
      const found = await endpoints.lock(tenantId, endpointId);
      if (found.disabledAt !== null) return found;
      const reason = `Disabled by ${actor.id}.`;
      const changes = {
        disabledAt: new Date(clock.now()),
        disabledReason: reason,
        disabledBy: actorText(actor),
      };
      const data = { url: found.url, reason };
      return await endpoints.change(actor, 'webhook.disabled', found, changes, data);
    },

    /** @param missed what happened meanwhile: delivered now, or skipped */
    async enable(
      actor: Actor,
      tenantId: string,
      endpointId: string,
      missed: 'deliver' | 'skip' = 'deliver',
    ): Promise<WebhookEndpoint> {
      const found = await endpoints.lock(tenantId, endpointId);
      if (found.disabledAt === null) return found;
      const changes = {
        disabledAt: null,
        disabledReason: null,
        disabledBy: null,
        failuresInRow: 0,
        heldUntil: null,
      };
      const data = { url: found.url, missed };
      return await endpoints.change(actor, 'webhook.enabled', found, changes, data, async (at) => {
        if (missed === 'skip') await store.skipMissed(tenantId, endpointId, new Date(at));
      });
    },

    /** The new key signs from now on; the others sign beside it for `overlapMs`. */
    async addKey(
      actor: Actor,
      tenantId: string,
      endpointId: string,
      signing: Signing,
      overlapMs: number = defaultOverlapMs,
    ): Promise<EndpointWithKey> {
      const found = await endpoints.lock(tenantId, endpointId);
      const now = clock.now();
      const live = liveKeys(found, now);
      if (live.length >= maxLiveKeys) {
        const detail = `The endpoint already has ${maxLiveKeys} signing keys. Wait until an older one ends.`;
        throw new DomainError('in_use', detail);
      }
      const { key, verificationKey } = makeKey(found, signing);
      const expiresAt = new Date(now + overlapMs).toISOString();
      const others = live.map((one) => endingAt(one, expiresAt));
      const changes = { signingKeys: [...others, key] };
      const data = { url: found.url, signing: key.kind, othersEndAt: expiresAt };
      const endpoint = await endpoints.change(actor, 'webhook.key_added', found, changes, data);
      return { endpoint, verificationKey };
    },
  };
}

/** One that is to end already ends as it was to. */
function endingAt(key: SigningKey, expiresAt: string): SigningKey {
  return { ...key, expiresAt: key.expiresAt ?? expiresAt };
}

/** The activity log shows these: no limit is no list. */
function settingsOf(input: WebhookInput | WebhookEndpoint) {
  const { url, types, organisationIds, templateIds } = storedSettings(input);
  return {
    url,
    description: input.description ?? '',
    types: types ?? undefined,
    organisationIds: organisationIds ?? undefined,
    templateIds: templateIds ?? undefined,
  };
}

function storedSettings(input: WebhookInput | WebhookEndpoint) {
  const { url, description = '', types = null } = input;
  return { url: storedUrl(url), description, types, ...filterOf(input) };
}
