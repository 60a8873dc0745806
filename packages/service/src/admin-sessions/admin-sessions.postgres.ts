// Administrators, their sign-in links, sessions and providers in PostgreSQL. Whatever changes is told in
// the activity by the same transaction.
import { recordActivity } from '../activity/activity.postgres.ts';
import type { ActivityEntry, Actor } from '../activity/activity.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { DomainError } from '../errors.ts';
import type { Administrator, AdministratorRole } from './administrator.ts';
import type { AdministratorStore } from './administrators.ts';
import type { SignInProviderStore } from './open-id-sign-in.ts';
import type { SessionStore, SignInMethod } from './session.ts';
import type { SignInLinkStore } from './sign-in-link.ts';
import type { SignInProvider } from './sign-in-provider.ts';

interface AdministratorRow {
  tenant_id: string;
  administrator_id: string;
  email: string;
  name: string | null;
  role: AdministratorRole;
  source: Administrator['source'];
  created_at: Date;
  created_by: string;
  last_signed_in_at: Date | null;
  version: number;
}

const columns = `a.tenant_id, a.administrator_id, a.email, a.name, a.role, a.source, a.created_at, a.created_by,
  a.last_signed_in_at, a.version`;

function administratorOf(row: AdministratorRow): Administrator {
  return {
    tenantId: row.tenant_id,
    administratorId: row.administrator_id,
    email: row.email,
    name: row.name ?? undefined,
    role: row.role,
    source: row.source,
    createdAt: row.created_at,
    createdBy: row.created_by,
    lastSignedInAt: row.last_signed_in_at ?? undefined,
    version: row.version,
  };
}

export type AdminSessionStore = SessionStore &
  SignInLinkStore &
  SignInProviderStore &
  AdministratorStore & {
    putProvider(provider: {
      readonly tenantId: string;
      readonly settings: SignInProvider;
      readonly clientSecretSealed: string | undefined;
      readonly at: Date;
      readonly actor: Actor;
    }): Promise<boolean>;
  };

export function createAdminSessionStore(database: Database): AdminSessionStore {
  return {
    addSession: (session, origin) =>
      database.transaction(async (transaction) => {
        await transaction.query(
          `insert into admin_sessions
             (tenant_id, session_hash, administrator_id, method, created_at, last_seen_at, expires_at)
           values ($1, $2, $3, $4, $5, $5, $6)`,
          [
            session.tenantId,
            session.sessionHash,
            session.administratorId,
            session.method,
            session.createdAt,
            session.expiresAt,
          ],
        );
        const [row] = await transaction.query<AdministratorRow>(
          `update administrators a set last_signed_in_at = $3
           where tenant_id = $1 and administrator_id = $2 returning ${columns}`,
          [session.tenantId, session.administratorId, session.createdAt],
        );
        if (row === undefined) throw new Error('a session was started for nobody');
        await transaction.query(
          'delete from admin_sessions where tenant_id = $1 and expires_at <= $2',
          [session.tenantId, session.createdAt],
        );
        await tell(transaction, {
          tenantId: session.tenantId,
          at: session.createdAt,
          actor: { ...origin, kind: 'administrator', id: row.email },
          action: 'administrator.signed_in',
          administrator: administratorOf(row),
          data: { method: session.method },
        });
      }),

    async findSession(tenantId, sessionHash) {
      const [row] = await database.query<
        AdministratorRow & {
          method: SignInMethod;
          started_at: Date;
          last_seen_at: Date;
          expires_at: Date;
        }
      >(
        {
          name: 'admin_sessions_find',
          text: `
            select ${columns}, s.method, s.created_at as started_at, s.last_seen_at, s.expires_at
            from admin_sessions s
            join administrators a on a.tenant_id = s.tenant_id and a.administrator_id = s.administrator_id
            where s.tenant_id = $1 and s.session_hash = $2`,
        },
        [tenantId, sessionHash],
      );
      return (
        row && {
          administrator: administratorOf(row),
          method: row.method,
          createdAt: row.started_at,
          lastSeenAt: row.last_seen_at,
          expiresAt: row.expires_at,
        }
      );
    },

    async noteUse(tenantId, sessionHash, at) {
      await database.query(
        'update admin_sessions set last_seen_at = $3 where tenant_id = $1 and session_hash = $2',
        [tenantId, sessionHash, at],
      );
    },

    endSession: (tenantId, sessionHash, everywhere, at, origin) =>
      database.transaction(async (transaction) => {
        const [row] = await transaction.query<AdministratorRow>(
          `select ${columns} from administrators a
           join admin_sessions s on s.tenant_id = a.tenant_id and s.administrator_id = a.administrator_id
           where s.tenant_id = $1 and s.session_hash = $2`,
          [tenantId, sessionHash],
        );
        if (row === undefined) return false;
        await transaction.query(
          everywhere
            ? 'delete from admin_sessions where tenant_id = $1 and administrator_id = $2'
            : 'delete from admin_sessions where tenant_id = $1 and session_hash = $2',
          [tenantId, everywhere ? row.administrator_id : sessionHash],
        );
        await tell(transaction, {
          tenantId,
          at,
          actor: { ...origin, kind: 'administrator', id: row.email },
          action: 'administrator.signed_out',
          administrator: administratorOf(row),
          data: { everywhere },
        });
        return true;
      }),

    addLink: (link) =>
      database.transaction(async (transaction) => {
        const administrator = await put(transaction, {
          tenantId: link.tenantId,
          newAdministratorId: link.newAdministratorId,
          email: link.email,
          role: link.role,
          keepRole: true,
          at: link.createdAt,
          actor: operatorNamed(link.operator),
        });
        if (administrator === undefined) return undefined;
        await transaction.query(
          'delete from admin_sign_in_links where tenant_id = $1 and expires_at <= $2',
          [link.tenantId, link.createdAt],
        );
        await transaction.query(
          `insert into admin_sign_in_links (tenant_id, link_hash, administrator_id, expires_at)
           values ($1, $2, $3, $4)`,
          [link.tenantId, link.linkHash, administrator.administratorId, link.expiresAt],
        );
        await tell(transaction, {
          tenantId: link.tenantId,
          at: link.createdAt,
          actor: operatorNamed(link.operator),
          action: 'administrator.link_made',
          administrator,
          data: { expiresAt: link.expiresAt.toISOString() },
        });
        return administrator;
      }),

    async takeLink(tenantId, linkHash, now) {
      const [row] = await database.query<AdministratorRow & { expires_at: Date }>(
        `with taken as (
           delete from admin_sign_in_links where tenant_id = $1 and link_hash = $2
           returning tenant_id, administrator_id, expires_at
         )
         select ${columns}, taken.expires_at from taken
         join administrators a on a.tenant_id = taken.tenant_id and a.administrator_id = taken.administrator_id`,
        [tenantId, linkHash],
      );
      return row !== undefined && now < row.expires_at ? administratorOf(row) : undefined;
    },

    async findProvider(tenantId) {
      const [row] = await database.query<{
        settings: SignInProvider;
        client_secret_sealed: string | null;
      }>(
        'select settings, client_secret_sealed from admin_sign_in_providers where tenant_id = $1',
        [tenantId],
      );
      return (
        row && {
          provider: row.settings,
          clientSecretSealed: row.client_secret_sealed ?? undefined,
        }
      );
    },

    putProvider: ({ tenantId, settings, clientSecretSealed, at, actor }) =>
      database.transaction(async (transaction) => {
        const [tenant] = await transaction.query(
          'select tenant_id from tenants where tenant_id = $1 for key share',
          [tenantId],
        );
        if (tenant === undefined) return false;
        await transaction.query(
          `insert into admin_sign_in_providers (tenant_id, settings, client_secret_sealed)
           values ($1, $2, $3)
           on conflict (tenant_id) do update
           set settings = excluded.settings, client_secret_sealed = excluded.client_secret_sealed`,
          [tenantId, JSON.stringify(settings), clientSecretSealed ?? null],
        );
        await recordActivity(transaction, [
          {
            tenantId,
            occurredAt: at.getTime(),
            actor,
            action: 'sign_in_provider.changed',
            subject: { kind: 'sign_in_provider', id: settings.issuer },
            data: { issuer: settings.issuer, clientId: settings.clientId },
          },
        ]);
        return true;
      }),

    async findAdministratorByEmail(tenantId, email) {
      const [row] = await database.query<AdministratorRow>(
        `select ${columns} from administrators a where tenant_id = $1 and email = $2`,
        [tenantId, email],
      );
      return row && administratorOf(row);
    },

    putClaimAdministrator: (person) =>
      database.transaction(async (transaction) => {
        const { tenantId, email, name, role, at, origin } = person;
        const [known] = await transaction.query<AdministratorRow>(
          `select ${columns} from administrators a where tenant_id = $1 and email = $2 for update`,
          [tenantId, email],
        );
        // Put on the list since it was looked at: the list decides.
        if (known?.source === 'list') return administratorOf(known);
        const [row] = await transaction.query<AdministratorRow>(
          `insert into administrators as a
             (tenant_id, administrator_id, email, name, role, source, created_at, created_by)
           values ($1, $2, $3, $4, $5, 'claim', $6, 'sign-in')
           on conflict (tenant_id, email) do update
           set name = excluded.name, role = excluded.role, version = a.version + 1
           returning ${columns}`,
          [tenantId, person.newAdministratorId, email, name ?? null, role, at],
        );
        if (row === undefined) throw new Error('an upsert answered no row');
        const administrator = administratorOf(row);
        if (known?.role !== role) {
          await tell(transaction, {
            tenantId,
            at,
            actor: { ...origin, kind: 'service', id: 'sign-in' },
            action: known === undefined ? 'administrator.added' : 'administrator.changed',
            administrator,
            data: { role, source: 'claim' },
          });
        }
        return administrator;
      }),

    async listAdministrators(tenantId) {
      const rows = await database.query<AdministratorRow>(
        `select ${columns} from administrators a where tenant_id = $1 order by email limit 1000`,
        [tenantId],
      );
      return rows.map(administratorOf);
    },

    putAdministrator: (person) =>
      database.transaction((transaction) => put(transaction, { ...person, keepRole: false })),

    removeAdministrator: (tenantId, administratorId, { expectedVersion, at, actor }) =>
      database.transaction(async (transaction) => {
        const [row] = await transaction.query<AdministratorRow>(
          `delete from administrators a where tenant_id = $1 and administrator_id = $2 returning ${columns}`,
          [tenantId, administratorId],
        );
        if (row === undefined) return undefined;
        const administrator = administratorOf(row);
        if (expectedVersion !== undefined && administrator.version !== expectedVersion) {
          throw new DomainError(
            'version_conflict',
            `${administrator.email} was changed by someone else in the meantime. Nothing was removed; look at the entry again.`,
          );
        }
        await tell(transaction, {
          tenantId,
          at,
          actor,
          action: 'administrator.removed',
          administrator,
          data: {},
        });
        return administrator;
      }),
  };
}

function operatorNamed(id: string): Actor {
  return { kind: 'operator', id };
}

/** With `keepRole` a person who is listed already stays as they are. */
async function put(
  transaction: Queryable,
  person: Parameters<AdministratorStore['putAdministrator']>[0] & { readonly keepRole: boolean },
): Promise<Administrator | undefined> {
  const { tenantId, email, role, keepRole, at, actor } = person;
  const [tenant] = await transaction.query(
    'select tenant_id from tenants where tenant_id = $1 for key share',
    [tenantId],
  );
  if (tenant === undefined) return undefined;
  const [known] = await transaction.query<AdministratorRow>(
    `select ${columns} from administrators a where tenant_id = $1 and email = $2 for update`,
    [tenantId, email],
  );
  if (known !== undefined && (keepRole || (known.role === role && known.source === 'list'))) {
    return administratorOf(known);
  }
  const [row] = await transaction.query<AdministratorRow>(
    `insert into administrators as a
       (tenant_id, administrator_id, email, role, source, created_at, created_by)
     values ($1, $2, $3, $4, 'list', $5, $6)
     on conflict (tenant_id, email) do update
     set role = excluded.role, source = 'list', version = a.version + 1
     returning ${columns}`,
    [tenantId, person.newAdministratorId, email, role, at, actor.id],
  );
  if (row === undefined) throw new Error('an upsert answered no row');
  const administrator = administratorOf(row);
  await tell(transaction, {
    tenantId,
    at,
    actor,
    action: known === undefined ? 'administrator.added' : 'administrator.changed',
    administrator,
    data: { role },
  });
  return administrator;
}

async function tell(
  transaction: Queryable,
  entry: Pick<ActivityEntry, 'tenantId' | 'actor' | 'action' | 'data'> & {
    readonly at: Date;
    readonly administrator: Administrator;
  },
): Promise<void> {
  const { tenantId, at, actor, action, administrator, data } = entry;
  await recordActivity(transaction, [
    {
      tenantId,
      occurredAt: at.getTime(),
      actor,
      action,
      subject: { kind: 'administrator', id: administrator.administratorId },
      data: { email: administrator.email, ...data },
    },
  ]);
}
