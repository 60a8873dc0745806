// Makes a tenant what its file says, in one transaction, or says what that would take.
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../audit/activity.ts';
import { createActivityLog } from '../audit/activity.postgres.ts';
import {
  createChanges,
  type Changes,
  type ChangesDeps,
} from '../settings/configuration/changes.postgres.ts';
import { notFound } from '../audit/changes/change.ts';
import { isOfTheService } from '../directory/connection.ts';
import {
  connectionSecretPurpose,
  sharePointSecretPurpose,
} from '../settings/tenants/connection-secret.ts';
import type { Encryption } from '../ground/encryption/encryption.ts';
import { DomainError } from '../ground/errors.ts';
import { withoutRest } from '../ground/turns.ts';
import {
  type ApprovalPreview,
  previewApproval,
} from '../governance/approvals/preview-approval.postgres.ts';
import {
  isSamePolicy,
  type LifecyclePreview,
  noticeFactsOf,
  previewLifecycle,
  readSteward,
  type Tried,
} from '../governance/lifecycle/preview-lifecycle.postgres.ts';
import type { TargetAddresses } from '../outbound/target-addresses.ts';
import type { Organisation } from '../settings/organisations/organisation.ts';
import type { Template } from '../settings/organisations/template.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import type { TenantRecord } from '../settings/tenants/change-tenants.ts';
import {
  isSameServer,
  noticePasswordPurpose,
  noticeSettingsOf,
} from '../settings/tenants/notice-settings.ts';
import { completeNoticeSettings } from '../settings/tenants/notice-settings-rules.ts';
import {
  createManageEndpoints,
  type EndpointWithKey,
  type ManageEndpoints,
} from '../events/webhooks/manage-endpoints.ts';
import { createEndpointStore, filterTargetsIn } from '../events/webhooks/endpoints.postgres.ts';
import type { SigningSecret } from '../events/webhooks/signing.ts';
import { endpointUrlFaults } from '../events/webhooks/endpoint-url.ts';
import { createProviderChanges } from '../access/sessions/admin-sessions.postgres.ts';
import { clientSecretPurpose } from '../access/sessions/open-id-sign-in.ts';
import { completeProvider } from '../access/sessions/sign-in-provider.ts';
import type { WebhookDiffInput } from './diff-webhooks.ts';
import {
  diffTenantFile,
  noticesOf,
  type Diff,
  type ProviderDiffInput,
  type SecretChange,
} from './diff.ts';
import { stateOf } from './operator-deps.ts';
import type { PendingChange } from './pending-change.ts';
import type { TenantFile } from './tenant-file.schema.ts';

export interface ApplyOptions {
  readonly file: TenantFile;
  /** Used if the file names no tenant. */
  readonly tenantId?: string | undefined;
  readonly actor: Actor;
  /** Deletes what the file does not name. */
  readonly prune: boolean;
  /** Carries everything out and takes it back, so that the plan is known to work. */
  readonly isPreview: boolean;
  /** The connection's secret in clear, where the file names one. */
  readonly secret?: string | undefined;
  /** The same for its second credential. */
  readonly sharePointSecret?: string | undefined;
  /** The password of the SMTP server in clear, where the file names one. */
  readonly noticesPassword?: string | undefined;
  /** The secret of the sign-in provider in clear, where the file names one. */
  readonly providerSecret?: string | undefined;
  /** The keys of webhooks in clear, by url, where the file names any. */
  readonly webhookSecrets?: ReadonlyMap<string, SigningSecret>;
  /** Called with each new key that signs webhooks. The key is valid once the apply is complete. */
  readonly onKey?: (added: EndpointWithKey) => void;
  /** Called before anything is executed. */
  readonly onDiff?: (diff: Diff) => void;
  /** Called in a preview, for each template whose lifecycle would change, with its effect on existing groups. */
  readonly onLifecycle?: (template: string, preview: LifecyclePreview) => void;
  /** The same for the steward of an organisation, and for the notices of the tenant; undefined: of it as a whole. */
  readonly onMonths?: (organisation: string | undefined, preview: LifecyclePreview) => void;
  /** The same for its approval. */
  readonly onApproval?: (template: string, preview: ApprovalPreview) => void;
}

/** Some planned changes are refused by the state of things. Nothing was changed. */
export class DiffRefused extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[], options: { cause?: unknown } = {}) {
    super(reasons.join('\n'), options);
    this.name = 'DiffRefused';
    this.reasons = reasons;
  }
}

class PreviewRollback extends Error {}

/** A preview is text: it names that many groups of each template. */
const namedGroups = 100;

/**
 * @param deps.encryption asked for only where there is a secret to be encrypted
 * @throws DiffRefused
 */
export async function applyTenantFile(
  deps: ChangesDeps & {
    database: Database;
    encryption: () => Encryption;
    /** Permitted targets of webhooks. */
    targets: TargetAddresses;
  },
  options: ApplyOptions,
): Promise<Diff> {
  const { database, targets } = deps;
  let diff: Diff | undefined;
  let planned: Planned | undefined;
  try {
    await database.transaction(async (transaction) => {
      const openEndpoints = () =>
        createManageEndpoints({
          ...deps,
          activity: createActivityLog(transaction),
          encryption: deps.encryption(),
          store: createEndpointStore(transaction),
          urlFaults: (url) => endpointUrlFaults(url, targets),
          filterTargets: filterTargetsIn(transaction),
        });
      const changes = createChanges(transaction, deps);
      const id = options.file.tenant.id ?? options.tenantId;
      const before =
        options.isPreview && id !== undefined
          ? await readSaved(changes, id.toLowerCase())
          : noneSaved;
      const providers = createProviderChanges(transaction);
      diff = await applyWithin(changes, { ...deps, openEndpoints, providers }, options);
      if (!options.isPreview) return;
      planned = { before, after: await readSaved(changes, diff.tenantId) };
      throw new PreviewRollback();
    });
  } catch (error) {
    if (!(error instanceof PreviewRollback)) throw error;
  }
  if (diff === undefined) throw new Error('A transaction ended without a diff.');
  // The groups and their log are read as they are, without the change.
  if (planned !== undefined) await previewPolicies(database, diff.tenantId, planned, options);
  return diff;
}

/** The settings that the rules of governance go by. */
interface Saved {
  readonly tenant: TenantRecord | undefined;
  readonly organisations: readonly Pick<
    Organisation,
    'organisationId' | 'identifier' | 'steward'
  >[];
  readonly templates: readonly Template[];
}

interface Planned {
  readonly before: Saved;
  readonly after: Saved;
}

const noneSaved: Saved = { tenant: undefined, organisations: [], templates: [] };

async function readSaved({ stores }: Changes, tenantId: string): Promise<Saved> {
  const tenant = await stores.tenants.find(tenantId);
  const organisations = await stores.organisations.list(tenantId);
  return { tenant, organisations, templates: await stores.templates.list(tenantId) };
}

/** It belongs to the templates, organisations and notices that exist already and that differ. */
async function previewPolicies(
  database: Queryable,
  tenantId: string,
  { before, after }: Planned,
  { onLifecycle, onApproval, onMonths }: ApplyOptions,
): Promise<void> {
  if (before.tenant === undefined || after.tenant === undefined) return;
  const settings = noticeSettingsOf(before.tenant);
  const named = { forecast: namedGroups, backtest: namedGroups };
  const preview = (tried: Omit<Tried, 'tenantId' | 'settings'>) =>
    previewLifecycle(database, { tenantId, settings, ...tried }, withoutRest, named);
  const were = new Map(before.templates.map(({ templateId, policy }) => [templateId, policy]));
  for (const { templateId, identifier, policy } of after.templates) {
    const { approval } = policy;
    const was = were.get(templateId);
    if (was === undefined) continue;
    if (onLifecycle !== undefined && !isSamePolicy(was, policy)) {
      const change = { kind: 'template', policy } as const;
      onLifecycle(identifier, await preview({ templateId, change }));
    }
    if (onApproval !== undefined && !isDeepStrictEqual(was.approval, approval)) {
      const tried = { tenantId, templateId, policy: approval };
      onApproval(identifier, await previewApproval(database, tried));
    }
  }
  if (onMonths === undefined) return;
  const stewards = new Map(
    before.organisations.map(({ organisationId, steward }) => [organisationId, steward]),
  );
  for (const { organisationId, identifier, steward: reference } of after.organisations) {
    const was = stewards.get(organisationId);
    if (was === undefined || was === reference) continue;
    const steward =
      reference === null ? undefined : await readSteward(database, tenantId, reference);
    onMonths(identifier, await preview({ organisationId, change: { kind: 'steward', steward } }));
  }
  const notices = noticeSettingsOf(after.tenant);
  if (!isDeepStrictEqual(noticeFactsOf(settings), noticeFactsOf(notices))) {
    onMonths(undefined, await preview({ change: { kind: 'notices', notices } }));
  }
}

type ApplyDeps = Pick<ChangesDeps, 'createId' | 'clock'> & {
  encryption: () => Encryption;
  /** Sign-in providers in the transaction of the changes; without it the file names none. */
  providers?: ReturnType<typeof createProviderChanges>;
  /** Webhook endpoints in the transaction of the changes; without it the file names none. */
  openEndpoints?: () => ManageEndpoints;
};

/** The same within the caller's transaction. */
export async function applyWithin(
  changes: Changes,
  deps: ApplyDeps,
  options: Omit<ApplyOptions, 'isPreview'>,
): Promise<Diff> {
  await changes.lockConfiguration();
  const diff = await makeDiff(changes, deps, options);
  options.onDiff?.(diff);
  await execute(diff, changes);
  return diff;
}

async function makeDiff(
  changes: Changes,
  deps: ApplyDeps,
  options: Omit<ApplyOptions, 'isPreview'>,
): Promise<Diff> {
  const { file, actor, prune } = options;
  const named = file.tenant.id ?? options.tenantId;
  const tenantId = named?.toLowerCase() ?? deps.createId();
  const { stores } = changes;
  const tenant = await stores.tenants.lock(tenantId);
  if (tenant === undefined && file.tenant.id === undefined && named !== undefined) {
    throw notFound(`tenant ${named}`);
  }
  requireOpen(tenant);
  requireConnection(file, tenant, tenantId);
  const present = {
    tenant,
    organisations: await stores.organisations.list(tenantId),
    templates: await stores.templates.list(tenantId),
    people: await stores.sandboxPeople.list(tenantId),
  };
  const secret = diffSecret(tenant, tenantId, deps, options);
  const sharePointSecret = diffSharePointSecret(tenant, tenantId, deps, options);
  const noticesSecret = diffNoticesPassword(tenant, tenantId, deps, options);
  const webhooks = await openWebhooks(tenantId, present, deps, options);
  const provider = await openProvider(tenantId, deps, options);
  return diffTenantFile({
    file,
    present,
    tenantId,
    actor,
    prune,
    secret,
    sharePointSecret,
    noticesSecret,
    webhooks,
    provider,
  });
}

async function openWebhooks(
  tenantId: string,
  named: WebhookDiffInput['named'],
  { openEndpoints }: ApplyDeps,
  { file, webhookSecrets = new Map(), onKey = () => undefined }: Omit<ApplyOptions, 'isPreview'>,
): Promise<WebhookDiffInput | undefined> {
  if (file.webhooks === undefined) return undefined;
  if (openEndpoints === undefined) throw new TypeError('This command cannot apply webhooks.');
  const endpoints = openEndpoints();
  const present = await endpoints.list(tenantId);
  return { entries: file.webhooks, secrets: webhookSecrets, present, named, endpoints, onKey };
}

/** Without a secret in the file, the stored one stays with the client that it was given for. */
async function openProvider(
  tenantId: string,
  { providers, clock, encryption }: ApplyDeps,
  { file, providerSecret: secret }: Omit<ApplyOptions, 'isPreview'>,
): Promise<ProviderDiffInput | undefined> {
  if (file.tenant.signInProvider === undefined) return undefined;
  if (providers === undefined) throw new TypeError('This command cannot apply a sign-in provider.');
  const { secret: _source, ...given } = file.tenant.signInProvider;
  const settings = completeProvider(given);
  const present = await providers.find(tenantId);
  const stored = present?.clientSecretSealed ?? null;
  const isSameClient =
    present?.provider.issuer === settings.issuer && present.provider.clientId === settings.clientId;
  const secretChange =
    secret !== undefined
      ? sealedIfNew(encryption(), stored, secret, clientSecretPurpose(tenantId))
      : stored === null || isSameClient
        ? undefined
        : { ciphertext: null };
  return { settings, present, secret: secretChange, at: new Date(clock.now()), put: providers.put };
}

/** An export of a closed tenant may be in progress. */
function requireOpen(tenant: TenantRecord | undefined): void {
  if (tenant?.closed == null) return;
  throw new DiffRefused([`The tenant ${tenant.tenantId} is closed: ${stateOf(tenant.closed)}.`]);
}

/** If the file omits the connection, the tenant must have one. */
function requireConnection(
  { tenant: { directory }, people }: TenantFile,
  tenant: TenantRecord | undefined,
  tenantId: string,
): void {
  if (directory !== undefined) return;
  if (tenant === undefined) {
    const reason = `The tenant ${tenantId} does not exist yet. Set its connection in tenant.directory.`;
    throw new DiffRefused([reason]);
  }
  if (people !== undefined && tenant.directory.kind !== 'sandbox') {
    throw new DiffRefused([
      'The tenant is connected to Microsoft 365, which has its own people. Remove people from the file.',
    ]);
  }
}

function diffSecret(
  tenant: TenantRecord | undefined,
  tenantId: string,
  deps: { encryption: () => Encryption },
  { file, secret }: Pick<ApplyOptions, 'file' | 'secret'>,
): SecretChange | undefined {
  const { directory } = file.tenant;
  if (directory === undefined) return undefined;
  const needed = directory.kind === 'microsoft365' && !isOfTheService(directory.credential);
  const ciphertext = tenant?.directorySecretSealed ?? null;
  if (!needed) return ciphertext === null ? undefined : { ciphertext: null };
  if (secret === undefined) {
    // A client secret that is kept is no certificate.
    const isSameKind =
      tenant?.directory.kind === 'microsoft365' &&
      tenant.directory.credential === directory.credential;
    if (ciphertext !== null && isSameKind) return undefined;
    throw new DiffRefused([
      `The connection requires its ${directory.credential}. Set tenant.directory.secret, with env or file.`,
    ]);
  }
  return sealedIfNew(deps.encryption(), ciphertext, secret, connectionSecretPurpose(tenantId));
}

function diffSharePointSecret(
  tenant: TenantRecord | undefined,
  tenantId: string,
  deps: { encryption: () => Encryption },
  { file, sharePointSecret: secret }: Pick<ApplyOptions, 'file' | 'sharePointSecret'>,
): SecretChange | undefined {
  const { directory } = file.tenant;
  if (directory === undefined) return undefined;
  const wanted = directory.kind === 'microsoft365' ? directory.sharePoint : undefined;
  const ciphertext = tenant?.sharePointSecretSealed ?? null;
  if (wanted?.credential !== 'certificate') {
    return ciphertext === null ? undefined : { ciphertext: null };
  }
  if (secret !== undefined) {
    return sealedIfNew(deps.encryption(), ciphertext, secret, sharePointSecretPurpose(tenantId));
  }
  if (ciphertext !== null) return undefined;
  throw new DiffRefused([
    'The second credential requires its certificate. Set tenant.directory.sharePoint.secret, with env or file.',
  ]);
}

/** A stored password is only sent to the server that it was given for. */
function diffNoticesPassword(
  tenant: TenantRecord | undefined,
  tenantId: string,
  deps: { encryption: () => Encryption },
  { file, noticesPassword }: Pick<ApplyOptions, 'file' | 'noticesPassword'>,
): SecretChange | undefined {
  const settings = noticesOf(file);
  if (settings === undefined) return undefined;
  const ciphertext = tenant?.noticesSecretSealed ?? null;
  if (settings.userName == null) return ciphertext === null ? undefined : { ciphertext: null };
  if (noticesPassword !== undefined) {
    const purpose = noticePasswordPurpose(tenantId);
    return sealedIfNew(deps.encryption(), ciphertext, noticesPassword, purpose);
  }
  const keeps = isSameServer(tenant?.notices ?? null, completeNoticeSettings(settings));
  if (ciphertext !== null && keeps) return undefined;
  throw new DiffRefused([
    'The SMTP server requires its password. Set tenant.notices.password, with env or file.',
  ]);
}

/** Undefined if the stored secret is the same already. */
function sealedIfNew(
  encryption: Encryption,
  ciphertext: string | null,
  secret: string,
  purpose: string,
): SecretChange | undefined {
  if (ciphertext !== null && !encryption.isOutdated(ciphertext)) {
    try {
      if (encryption.decrypt(ciphertext, purpose) === secret) return undefined;
    } catch (error) {
      // A stored secret that cannot be opened any more is replaced.
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return { ciphertext: encryption.encrypt(secret, purpose) };
}

async function execute(diff: Diff, changes: Changes): Promise<void> {
  const refusals: { change: PendingChange; error: DomainError }[] = [];
  for (const change of diff.changes) {
    try {
      await change.execute(changes);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      refusals.push({ change, error });
      // After a statement that the database refused, the transaction takes no other.
      if (error.code !== 'in_use') break;
    }
  }
  if (refusals.length === 0) return;
  throw new DiffRefused(
    refusals.map(({ change, error }) => `${change.what}: ${error.message}`),
    { cause: refusals[0]?.error },
  );
}
