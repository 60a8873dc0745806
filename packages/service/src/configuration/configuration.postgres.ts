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
  tenant_id: string;
  name: string;
  directory: DirectoryConnection;
  directory_secret: string | null;
}
interface ApiKeyRow {
  tenant_id: string;
  key_id: string;
  name: string;
  created_at: Date;
  created_by: string;
  expires_at: Date | null;
  revoked_at: Date | null;
  secrets: ApiKeySecret[];
  purged_at: Date | null;
}
interface OrganisationRow {
  tenant_id: string;
  organisation_id: string;
  name: string;
  identifier: string;
  version: number;
  deleted_at: Date | null;
}
interface TemplateRow extends OrganisationRow {
  template_id: string;
  mail_nickname_pattern: string;
  display_name_pattern: string;
  policy: StoredPolicy;
  purged_at: Date | null;
}
export interface SigningKeyRow {
  key_id: string;
  public_jwk: Record<string, unknown>;
  private_key_sealed: string;
  signs_from: Date;
  signs_until: Date;
  withdrawn_at: Date | null;
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
          tenantId: tenant.tenant_id,
          name: tenant.name,
          directory: tenant.directory,
          directorySecretSealed: tenant.directory_secret ?? undefined,
        })),
        apiKeys: apiKeys.map((key) => ({
          tenantId: key.tenant_id,
          keyId: key.key_id,
          name: key.name,
          createdAt: key.created_at,
          createdBy: key.created_by,
          expiresAt: key.expires_at ?? undefined,
          revokedAt: key.revoked_at ?? undefined,
          secrets: key.secrets,
          purgedAt: key.purged_at ?? undefined,
        })),
        organisations: organisations.map((organisation) => ({
          tenantId: organisation.tenant_id,
          organisationId: organisation.organisation_id,
          name: organisation.name,
          identifier: organisation.identifier,
          version: organisation.version,
          deletedAt: organisation.deleted_at ?? undefined,
        })),
        templates: templates.map((template) => ({
          tenantId: template.tenant_id,
          organisationId: template.organisation_id,
          templateId: template.template_id,
          name: template.name,
          identifier: template.identifier,
          mailNicknamePattern: template.mail_nickname_pattern,
          displayNamePattern: template.display_name_pattern,
          policy: readStoredPolicy(template.policy),
          version: template.version,
          deletedAt: template.deleted_at ?? undefined,
          purgedAt: template.purged_at ?? undefined,
        })),
        signingKeys: signingKeys.map(toSigningKey),
      };
    },
  };
}

export function toSigningKey(row: SigningKeyRow): StoredSigningKey {
  return {
    keyId: row.key_id,
    publicJwk: row.public_jwk,
    privateKeySealed: row.private_key_sealed,
    signsFrom: row.signs_from,
    signsUntil: row.signs_until,
    withdrawnAt: row.withdrawn_at ?? undefined,
  };
}
