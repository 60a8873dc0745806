// `operator apply`: makes a tenant match its file, or shows the difference.
import { dirname, resolve } from 'node:path';
import { systemClock } from '../ground/clock.ts';
import { isGuid } from '../directory/person-reference.ts';
import { readConfig } from '../ground/config/config.ts';
import { readSecret as readVariable } from '../ground/config/read-values.ts';
import { type Credential, secretFormFaults } from '../settings/tenants/check-connection.ts';
import { DomainError, validationFailed, type FieldError } from '../ground/errors.ts';
import type { ApprovalPreview } from '../governance/approvals/preview-approval.postgres.ts';
import { counted } from '../ground/counted.ts';
import type { LifecyclePreview } from '../governance/lifecycle/preview-lifecycle.postgres.ts';
import type { EndpointWithKey } from '../events/webhooks/manage-endpoints.ts';
import { isSigningSecret, type SigningSecret } from '../events/webhooks/signing.ts';
import { createTargetAddresses } from '../outbound/target-addresses.ts';
import { applyTenantFile } from './apply.ts';
import { command, option, required } from './command.ts';
import { formatDiff } from './print-diff.ts';
import { readText } from './read-text.ts';
import { parseTenantFile } from './tenant-file.ts';
import type { SecretSource, TenantFile } from './tenant-file.schema.ts';
import { print, type Terminal } from './terminal.ts';

interface Options {
  readonly file: string;
  readonly tenant?: string;
  readonly preview?: true;
  readonly prune?: true;
}

export const applyCommand = command({
  name: 'apply',
  summary: 'apply a tenant file: show the differences, then make the changes',
  options: [
    required('-f, --file <path>', 'the file, see docs/operator/tenant-file.md'),
    option('--tenant <id>', 'the tenant, if the file names none'),
    option('--preview', 'show the difference and change nothing'),
    option('--prune', 'delete what the file does not name'),
  ],
  read(options: Options, _argument, { env }) {
    const targets = createTargetAddresses(readConfig(env).webhookNetworks);
    const text = readText(options.file);
    const file = parseTenantFile(text, options.file, systemClock.now(), targets);
    checkTenant(file, options.tenant);
    return { options, targets, file, secrets: readSecrets(file, options.file, env) };
  },
  async run(deps, { options, targets, file, secrets }) {
    const added: EndpointWithKey[] = [];
    const { stdout } = deps.terminal;
    const isPreview = options.preview ?? false;
    const diff = await applyTenantFile(
      { ...deps, targets },
      {
        file,
        ...secrets,
        onKey: (key) => added.push(key),
        tenantId: options.tenant,
        actor: deps.actor,
        prune: options.prune === true,
        isPreview,
        // Printed before the changes are made, so that it precedes a refusal.
        onDiff: (made) => print(stdout, formatDiff(made, stdout)),
        onLifecycle: (template, preview) => print(stdout, lifecycleText(template, preview)),
        onMonths: (organisation, preview) => print(stdout, monthsOfSettings(organisation, preview)),
        onApproval: (template, preview) => print(stdout, approvalText(template, preview)),
      },
    );
    if (diff.changes.length === 0) return {};
    if (isPreview) return { text: 'Preview only: nothing was changed.' };
    const made = added.filter(({ endpoint }) => !secrets.webhookSecrets.has(endpoint.url));
    return { text: ['Done.', ...(made.length > 0 ? [keysText(made)] : [])].join('\n') };
  },
});

function lifecycleText(template: string, preview: LifecyclePreview): string {
  const { groups, concerned, expireWithin30Days, firstAt, reviewed, firstReviewAt } = preview;
  const unused =
    preview.unused === 0 ? '' : ` Nobody uses ${counted(preview.unused, 'group')} of them now.`;
  const { firstExpiryAt, lastExpiryAt } = preview;
  const first =
    firstAt === null ? 'None is concerned.' : `The first feels it on ${firstAt.toISOString()}.`;
  const expiries =
    firstExpiryAt === null || lastExpiryAt === null
      ? ''
      : ` They expire from ${firstExpiryAt.toISOString()} to ${lastExpiryAt.toISOString()}.`;
  const reviews =
    firstReviewAt === null
      ? ''
      : ` The people of ${counted(reviewed, 'group')} are reviewed, the first on ${firstReviewAt.toISOString()}.`;
  return `The lifecycle of the template ${template} applies to ${concerned} of ${counted(groups, 'existing group')}; ${expireWithin30Days} would expire within 30 days. ${first}${expiries}${reviews}${unused}${forecastText(preview)}`;
}

function monthsOfSettings(organisation: string | undefined, preview: LifecyclePreview): string {
  const what =
    organisation === undefined
      ? 'The notices of the tenant apply'
      : `The steward of the organisation ${organisation} applies`;
  return `${what} to ${counted(preview.groups, 'existing group')}.${forecastText(preview)}`;
}

function forecastText({ forecast, backtest, notDerived }: LifecyclePreview): string {
  return [
    monthsText('In twelve months, if nobody answers', forecast),
    monthsText('In the last twelve months, it would have meant', backtest),
    ...notDerived.map(({ detail }) => `\n${detail}`),
  ].join('');
}

function monthsText(title: string, months: LifecyclePreview['forecast']): string {
  if (months === null || months.concerned === 0) return '';
  const { questions, reminders, expired, archived, deleted, withoutOwner, different } = months;
  const { handedOver, restored } = months;
  const counts = [
    counted(questions, 'question'),
    counted(reminders, 'reminder'),
    `${archived} archived`,
    `${deleted} deleted`,
    ...(handedOver > 0 ? [`${handedOver} handed over`] : []),
    ...(restored > 0 ? [`${restored} restored`] : []),
    ...(expired > 0 ? [`${expired} expired and kept`] : []),
    ...(different > 0 ? [`${counted(different, 'group')} different from what is saved now`] : []),
    ...(withoutOwner > 0 ? [`${withoutOwner} without a responsible person or deputy`] : []),
  ];
  const named = months.named.map(({ displayName, mailNickname, isWithoutOwner, events }) => {
    const dates = events.map(({ at, event }) => `${at.toISOString().slice(0, 10)} ${event}`);
    const all = isWithoutOwner ? [...dates, 'without owner'] : dates;
    return `  ${displayName} (${mailNickname}): ${all.length === 0 ? 'nothing any longer' : all.join(', ')}`;
  });
  const more = months.concerned - months.named.length;
  return [
    `\n${title}: ${counts.join(', ')}.`,
    ...named,
    ...(more > 0 ? [`  And ${counted(more, 'other group')}.`] : []),
    ...(months.isCut ? [`  These are the first ${counted(months.groups, 'group')} of more.`] : []),
  ].join('\n');
}

function approvalText(template: string, preview: ApprovalPreview): string {
  const { groups, concerned } = preview;
  const by = [
    ...(preview.public > 0 ? [`${preview.public} before they become public`] : []),
    ...(preview.guests > 0 ? [`${preview.guests} before they get guests`] : []),
    ...(preview.properties > 0 ? [`${preview.properties} before their properties change`] : []),
    ...(preview.delete > 0 ? [`${preview.delete} before their deletion`] : []),
  ];
  const details = by.length === 0 ? '' : `: ${by.join(', ')}`;
  return `With the approval of the template ${template}, operations of ${concerned} of ${counted(groups, 'existing group')} await an approval from now on${details}. Requests that were accepted before follow the policy of their time.`;
}

function checkTenant(file: TenantFile, option: string | undefined): void {
  const wrong = (detail: string) => new DomainError('validation_failed', detail);
  if (option !== undefined && !isGuid(option)) throw wrong('--tenant must be a GUID.');
  const { id } = file.tenant;
  if (id === undefined && option === undefined) {
    throw wrong(
      'No tenant was given. Set tenant.id in the file, or use --tenant. (`tenant create` creates one, `tenant list` lists them.)',
    );
  }
  if (id !== undefined && option !== undefined && id.toLowerCase() !== option.toLowerCase()) {
    throw wrong(`The file is for the tenant ${id}, but --tenant names ${option}.`);
  }
}

interface Secrets {
  readonly secret?: string;
  readonly sharePointSecret?: string;
  readonly noticesPassword?: string;
  readonly providerSecret?: string;
  readonly webhookSecrets: ReadonlyMap<string, SigningSecret>;
}

/** Reads every credential that the file names, from its place. Reports all faults at once. */
function readSecrets(file: TenantFile, path: string, env: Terminal['env']): Secrets {
  const faults: FieldError[] = [];
  const read = (pointer: string, source: SecretSource): string | undefined => {
    try {
      return readSecret(source, path, env);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      faults.push({ pointer, code: 'not_valid', detail: `${pointer.slice(1)}: ${error.message}` });
      return undefined;
    }
  };
  const readIfGiven = (pointer: string, source: SecretSource | undefined) =>
    source === undefined ? undefined : read(pointer, source);
  const { directory, notices, signInProvider } = file.tenant;
  const readOf = (
    at: string,
    given: { readonly credential: Credential; readonly secret?: SecretSource } | undefined,
  ): string | undefined => {
    if (given === undefined) return undefined;
    const pointer = `${at}/secret`;
    const text = readIfGiven(pointer, given.secret);
    for (const { code, detail } of secretFormFaults(given.credential, text)) {
      faults.push({ pointer, code, detail: `${pointer.slice(1)}: ${detail}` });
    }
    return text;
  };
  const connection = directory?.kind === 'microsoft365' ? directory : undefined;
  const secret = readOf('/tenant/directory', connection);
  const sharePointSecret = readOf('/tenant/directory/sharePoint', connection?.sharePoint);
  const noticesPassword = readIfGiven('/tenant/notices/password', notices?.password);
  const providerSecret = readIfGiven('/tenant/signInProvider/secret', signInProvider?.secret);
  const webhookSecrets = new Map<string, SigningSecret>();
  for (const [index, { url, secret: source }] of (file.webhooks ?? []).entries()) {
    if (source === undefined) continue;
    const pointer = `/webhooks/${index}/secret`;
    const text = read(pointer, source);
    if (text === undefined) continue;
    if (isSigningSecret(text)) webhookSecrets.set(url, text);
    else {
      const detail = `${pointer.slice(1)}: It must be whsec_ followed by base64 of 24 to 64 bytes, or whsk_ followed by base64 of an Ed25519 private key of 32 bytes.`;
      faults.push({ pointer, code: 'not_valid', detail });
    }
  }
  if (faults.length > 0) throw validationFailed(faults);
  return {
    ...(secret !== undefined && { secret }),
    ...(sharePointSecret !== undefined && { sharePointSecret }),
    ...(noticesPassword !== undefined && { noticesPassword }),
    ...(providerSecret !== undefined && { providerSecret }),
    webhookSecrets,
  };
}

/** The line end that editors add is not in it. */
function readSecret(
  { env: name = '', file }: SecretSource,
  path: string,
  env: Terminal['env'],
): string {
  const refuse = (sentence: string) => {
    throw new DomainError('validation_failed', sentence);
  };
  const secret =
    file === undefined ? readVariable(env, name, refuse) : readText(resolve(dirname(path), file));
  const trimmed = secret?.trim() ?? '';
  if (trimmed === '') {
    const where = file ?? `the variable ${name}`;
    throw new DomainError('validation_failed', `The secret is missing: ${where} is empty.`);
  }
  return trimmed;
}

function keysText(added: readonly EndpointWithKey[]): string {
  return [
    '\nGive each receiver its key to verify signatures. A secret (whsec_) cannot be shown again.\n',
    ...added.map(
      ({ endpoint, verificationKey }) =>
        `  ${endpoint.url}\n    endpointId  ${endpoint.endpointId}\n    key         ${verificationKey}`,
    ),
  ].join('\n');
}
