// `operator key`: API keys of a tenant.
import { ApiKeyInput, KeyAccessInput } from '../settings/api-keys/api-key-input.schema.ts';
import { apiKeyState } from '../settings/api-keys/api-key.ts';
import { createLastUses } from '../settings/api-keys/last-uses.postgres.ts';
import { isGuid } from '../directory/person-reference.ts';
import { DomainError } from '../ground/errors.ts';
import { isDay, parseMoment } from '../ground/moment.ts';
import { atLocalHour } from '../ground/zoned-time.ts';
import type { TenantDays } from '../settings/organisations/lifecycle-dates.ts';
import { tenantDaysOf } from '../settings/tenants/notice-settings.ts';
import { checkInput } from './check-input.ts';
import { scopes } from '../ground/schema/scope.schema.ts';
import {
  commandGroup,
  minuteOf,
  option,
  repeated,
  required,
  table,
  tenantCommand,
} from './command.ts';
import { namesOfFilter, organisationIdsOf, templateIdsOf, unlessAny } from './named-subjects.ts';

interface AccessOptions {
  readonly scope?: readonly string[];
  readonly organisation?: readonly string[];
  readonly template?: readonly string[];
  readonly ipRange?: readonly string[];
  readonly source?: string;
}

const organisationOption = repeated(
  '--organisation <id or identifier>',
  'limit the key to this organisation',
);
const templateOption = repeated(
  '--template <organisation/template>',
  'limit the key to this template',
);
const ipRangeOption = repeated(
  '--ip-range <range>',
  'limit the key to this IP address or range, such as 192.0.2.0/24',
);
const sourceOption = option(
  '--source <source>',
  'bind the key to this source of external ids and rosters, such as erp',
);
const scopesHelp = `Scopes: ${scopes.join(', ')}`;

export const keyCommands = commandGroup('key', 'API keys of a tenant', [
  tenantCommand({
    name: 'create',
    summary: 'create an API key and print its secret, this once',
    options: [
      required('--name <name>', 'descriptive name, 1 to 100 characters'),
      option('--expires <moment>', 'expiry, such as 2027-01-31 or 2027-01-31T12:00:00Z'),
      repeated('--scope <scope>', 'scope of the key, by default groups:create and groups:read'),
      organisationOption,
      templateOption,
      ipRangeOption,
      sourceOption,
    ],
    help: scopesHelp,
    json: true,
    read: ({
      name,
      expires,
      scope,
      organisation,
      template,
      ipRange,
      source,
    }: AccessOptions & { name: string; expires?: string }) => ({
      organisation,
      template,
      expires: expires === undefined ? undefined : dayOrMoment('--expires', expires),
      input: checkInput(ApiKeyInput, {
        name,
        ...(scope !== undefined && { scopes: scope }),
        ...(ipRange !== undefined && { ipRanges: ipRange }),
        ...(source !== undefined && { source }),
      }),
    }),
    async run({ change, actor, tenantId, tenant }, { organisation, template, expires, input }) {
      const expiresAt = expires?.(tenantDaysOf(tenant)).toISOString() ?? null;
      const { key, secret } = await change(async (changes) => {
        const organisationIds = await organisationIdsOf(changes.stores, tenantId, organisation);
        const templateIds = await templateIdsOf(changes.stores, tenantId, template);
        const given = { organisationIds, templateIds, expiresAt };
        return changes.apiKeys.create(actor, tenantId, { ...input, ...given });
      });
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
      const { keys, ...named } = await change(async ({ stores }) => ({
        keys: await stores.apiKeys.list(tenantId),
        organisations: await stores.organisations.list(tenantId),
        templates: await stores.templates.list(tenantId),
      }));
      const lastUses = await createLastUses(database)(tenantId);
      const rows = keys.map((one) => ({
        keyId: one.keyId,
        name: one.name,
        state: apiKeyState(one, clock.now()),
        createdAt: one.createdAt,
        createdBy: one.createdBy,
        expiresAt: one.expiresAt,
        lastUsedAt: lastUses.get(one.keyId) ?? null,
        scopes: one.scopes,
        organisationIds: one.organisationIds,
        templateIds: one.templateIds,
        ipRanges: one.ipRanges,
        source: one.source,
      }));
      return table(rows, {
        KEY: ({ keyId }) => keyId,
        STATE: ({ state }) => state,
        CREATED: ({ createdAt }) => minuteOf(createdAt),
        'LAST USED': ({ lastUsedAt }) => minuteOf(lastUsedAt),
        EXPIRES: ({ expiresAt }) => minuteOf(expiresAt),
        SCOPES: (row) => row.scopes.join(' '),
        ORGANISATIONS: (row) => namesOfFilter(row, named).organisations?.join(' ') ?? 'all',
        TEMPLATES: (row) => namesOfFilter(row, named).templates?.join(' ') ?? 'all',
        'IP RANGES': ({ ipRanges }) => ipRanges?.join(' ') ?? 'any',
        SOURCE: ({ source }) => source ?? 'any',
        NAME: ({ name }) => name,
      });
    },
  }),
  tenantCommand({
    name: 'change',
    summary: 'replace the access of an API key; its tokens follow within a second',
    argument: ['<keyId>'],
    options: [
      repeated('--scope <scope>', 'scope of the key').makeOptionMandatory(),
      organisationOption,
      templateOption,
      ipRangeOption,
      sourceOption,
    ],
    help: `${scopesHelp}\nWithout --organisation, the key is not limited to organisations. Without --template, --ip-range and --source, its templates, IP ranges and source stay; any, as in --source any, removes them.`,
    read: ({ scope = [], organisation, template, ipRange, source }: AccessOptions, keyId) => ({
      keyId: keyIdOf(keyId),
      organisation,
      template,
      access: checkInput(KeyAccessInput, {
        scopes: scope,
        organisationIds: null,
        ...(ipRange !== undefined && { ipRanges: unlessAny(ipRange) }),
        ...(source !== undefined && { source: source === 'any' ? null : source }),
      }),
    }),
    async run({ change, actor, tenantId }, { keyId, organisation, template, access }) {
      const { name } = await change(async (changes) => {
        const organisationIds = await organisationIdsOf(changes.stores, tenantId, organisation);
        const named = template === undefined ? undefined : (unlessAny(template) ?? undefined);
        const templateIds = await templateIdsOf(changes.stores, tenantId, named);
        return changes.apiKeys.changeAccess(actor, tenantId, keyId, {
          ...access,
          organisationIds,
          ...(template !== undefined && { templateIds }),
        });
      });
      return { text: `API key ${JSON.stringify(name)} was changed.` };
    },
  }),
  tenantCommand({
    name: 'revoke',
    summary: 'revoke an API key permanently; it and its tokens stop working within a second',
    argument: ['<keyId>'],
    read: (_options, keyId) => keyIdOf(keyId),
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

function keyIdOf(keyId: string): string {
  if (!isGuid(keyId)) throw new DomainError('validation_failed', 'keyId must be a GUID.');
  return keyId.toLowerCase();
}

/** A day is one of the tenant, at the hour at which its dates count. */
function dayOrMoment(option: string, text: string): (days: TenantDays) => Date {
  const moment = parseMoment(text);
  if (moment !== undefined) return () => moment;
  if (isDay(text)) return ({ timeZone, hour }) => atLocalHour(text, hour, timeZone);
  const detail = `${option} must be a day or a time such as 2027-01-31 or 2027-01-31T12:00:00Z.`;
  throw new DomainError('validation_failed', detail);
}
