import { readStoredTemplate, type StoredTemplate } from '../organisations/template.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { Question } from '../../postgres/jobs/shared-poll.postgres.ts';
import type { ConfigurationSource } from './configuration.ts';
import type { ConfigurationChanges, ConfigurationPosition } from './configuration-copy.ts';

type Lists = Omit<ConfigurationChanges, 'revision' | 'history' | 'isComplete'>;
type Rows = { [List in keyof Lists]: Lists[List][number] };
interface StoredRows extends Omit<Rows, 'templates'> {
  templates: Omit<Rows['templates'], keyof StoredTemplate> & StoredTemplate;
}

// Named one by one: a prepared `select *` breaks when a newer release adds a column.
const selections: Readonly<Record<keyof Lists, string>> = {
  tenants: `tenant_id, name, directory, directory_secret as directory_secret_sealed,
      share_point_secret as share_point_secret_sealed, blocked_words, new_groups, nightly_probe,
      notices, notices_secret as notices_secret_sealed, closed,
      (extract(epoch from governance_offset) * 1000)::double precision as governance_offset_ms, governance_target is not null as is_clock_advancing from tenants`,
  apiKeys:
    'tenant_id, key_id, name, created_at, created_by, expires_at, revoked_at, secrets, scopes, organisation_ids, owner, purpose, ip_ranges, template_ids, source, purged_at from api_keys',
  organisations:
    'tenant_id, organisation_id, name, identifier, steward, version, deleted_at from organisations',
  templates:
    'tenant_id, organisation_id, template_id, name, identifier, mail_nickname_pattern, display_name_pattern, naming, policy, changes, version, deleted_at, purged_at from templates',
  signingKeys:
    'key_id, public_jwk, private_key_sealed, signs_from, signs_until, withdrawn_at from signing_keys',
};

export function askForPosition(
  onPosition: (position: ConfigurationPosition, askedAt: number) => void,
): Question {
  return {
    name: 'configuration',
    sql: `select json_build_object('revision', revision, 'history', database_history()) from configuration`,
    onAnswer: (answer, askedAt) =>
      onPosition((answer ?? { revision: 0, history: '' }) as ConfigurationPosition, askedAt),
  };
}

export function createConfigurationSource(database: Queryable): ConfigurationSource {
  const since = <List extends keyof Lists>(list: List, revision: number) =>
    database.query<StoredRows[List]>(
      {
        name: `configuration_${list}`,
        kind: 'background',
        boundary: false,
        text: `select ${selections[list]} where revision > $1 order by revision`,
      },
      [revision],
    );

  return {
    async readChanges(position): Promise<ConfigurationChanges | undefined> {
      const [row] = await database.query<{ revision: number; history: string }>({
        name: 'configuration_revision',
        kind: 'background',
        boundary: false,
        text: 'select revision, database_history() as history from configuration',
      });
      const { revision, history } = row ?? { revision: 0, history: '' };
      const isComplete =
        position === undefined || history !== position.history || revision < position.revision;
      if (!isComplete && revision === position.revision) return undefined;
      const known = isComplete ? -1 : position.revision;
      // Rows may be newer than the revision read before them; then they are only read again.
      // In sequence: few connections are reserved for this, and other work must not have to wait for one.
      return {
        revision,
        history,
        isComplete,
        tenants: await since('tenants', known),
        apiKeys: await since('apiKeys', known),
        organisations: await since('organisations', known),
        templates: (await since('templates', known)).map(readStoredTemplate),
        signingKeys: await since('signingKeys', known),
      };
    },
  };
}
