import type { ApiKeySecret } from '../api-keys/api-key.ts';
import type { DirectoryConnection } from '../directory/connection.ts';
import type { Queryable } from '../postgres/database.ts';
import { readStoredPolicy, type StoredPolicy } from '../organisations/template.ts';
import type {
  ConfigurationChanges,
  ConfigurationSource,
  StoredSigningKey,
} from './configuration.ts';

interface TenantRow {
  tenantId: string;
  name: string;
  directory: DirectoryConnection;
  directorySecret: string | null;
}
interface ApiKeyRow {
  tenantId: string;
  keyId: string;
  name: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  secrets: ApiKeySecret[];
  purgedAt: Date | null;
}
interface OrganisationRow {
  tenantId: string;
  organisationId: string;
  name: string;
  identifier: string;
  version: number;
  deletedAt: Date | null;
}
interface TemplateRow extends OrganisationRow {
  templateId: string;
  mailNicknamePattern: string;
  displayNamePattern: string;
  policy: StoredPolicy;
  purgedAt: Date | null;
}
export interface SigningKeyRow {
  keyId: string;
  publicJwk: Record<string, unknown>;
  privateKeySealed: string;
  signsFrom: Date;
  signsUntil: Date;
  withdrawnAt: Date | null;
}

// Named one by one: a prepared `select *` breaks when a newer release adds a column.
const columns = {
  tenants: 'tenant_id, name, directory, directory_secret',
  api_keys:
    'tenant_id, key_id, name, created_at, created_by, expires_at, revoked_at, secrets, purged_at',
  organisations: 'tenant_id, organisation_id, name, identifier, version, deleted_at',
  templates:
    'tenant_id, organisation_id, template_id, name, identifier, mail_nickname_pattern, display_name_pattern, policy, version, deleted_at, purged_at',
  signing_keys: 'key_id, public_jwk, private_key_sealed, signs_from, signs_until, withdrawn_at',
} as const;

export function createConfigurationSource(database: Queryable): ConfigurationSource {
  const since = <Row extends object>(table: keyof typeof columns, revision: number) =>
    database.query<Row>(
      {
        name: `configuration_${table}`,
        urgent: true,
        boundary: false,
        text: `select ${columns[table]} from ${table} where revision > $1 order by revision`,
      },
      [revision],
    );

  return {
    async readChanges(position): Promise<ConfigurationChanges | undefined> {
      const [row] = await database.query<{ revision: number; history: string }>({
        name: 'configuration_revision',
        urgent: true,
        boundary: false,
        text: 'select revision, database_history() as history from configuration',
      });
      const { revision, history } = row ?? { revision: 0, history: '' };
      const isWhole =
        position === undefined || history !== position.history || revision < position.revision;
      if (!isWhole && revision === position.revision) return undefined;
      const known = isWhole ? -1 : position.revision;
      // Rows may be newer than the revision read before them; then they are only read again.
      // In sequence: few connections are reserved for this, and other work must not have to wait for one.
      const tenants = await since<TenantRow>('tenants', known);
      const apiKeys = await since<ApiKeyRow>('api_keys', known);
      const organisations = await since<OrganisationRow>('organisations', known);
      const templates = await since<TemplateRow>('templates', known);
      const signingKeys = await since<SigningKeyRow>('signing_keys', known);
      return {
        revision,
        history,
        isWhole,
        tenants: tenants.map((tenant) => ({
          tenantId: tenant.tenantId,
          name: tenant.name,
          directory: tenant.directory,
          directorySecretSealed: tenant.directorySecret ?? undefined,
        })),
        apiKeys: apiKeys.map((key) => ({
          tenantId: key.tenantId,
          keyId: key.keyId,
          name: key.name,
          createdAt: key.createdAt,
          createdBy: key.createdBy,
          expiresAt: key.expiresAt ?? undefined,
          revokedAt: key.revokedAt ?? undefined,
          secrets: key.secrets,
          purgedAt: key.purgedAt ?? undefined,
        })),
        organisations: organisations.map((organisation) => ({
          tenantId: organisation.tenantId,
          organisationId: organisation.organisationId,
          name: organisation.name,
          identifier: organisation.identifier,
          version: organisation.version,
          deletedAt: organisation.deletedAt ?? undefined,
        })),
        templates: templates.map((template) => ({
          tenantId: template.tenantId,
          organisationId: template.organisationId,
          templateId: template.templateId,
          name: template.name,
          identifier: template.identifier,
          mailNicknamePattern: template.mailNicknamePattern,
          displayNamePattern: template.displayNamePattern,
          policy: readStoredPolicy(template.policy),
          version: template.version,
          deletedAt: template.deletedAt ?? undefined,
          purgedAt: template.purgedAt ?? undefined,
        })),
        signingKeys: signingKeys.map(toSigningKey),
      };
    },
  };
}

export function toSigningKey(row: SigningKeyRow): StoredSigningKey {
  return {
    keyId: row.keyId,
    publicJwk: row.publicJwk,
    privateKeySealed: row.privateKeySealed,
    signsFrom: row.signsFrom,
    signsUntil: row.signsUntil,
    withdrawnAt: row.withdrawnAt ?? undefined,
  };
}
