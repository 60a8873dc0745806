// All that the sign-in to the admin center keeps in PostgreSQL, in one.
import type { Database, Queryable } from '../../postgres/database.ts';
import { createAdministratorStore } from './administrators.postgres.ts';
import { createBoundAccounts } from './bound-accounts.postgres.ts';
import { createInvitationStore, createSignInLinkStore } from './sign-in-links.postgres.ts';
import type { PreferenceStore, Preferences } from './preferences.ts';
import type { Administrator } from './administrator.ts';
import {
  administratorColumns,
  findAdministrator,
  recordAdministratorActivity,
} from './administrator-rows.postgres.ts';
import { lockTenant } from '../../postgres/lock-tenant.ts';
import { requireRightOver } from './administrator-rights.postgres.ts';
import type { ListedSession, Session, SessionStore } from './session.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Actor } from '../../audit/activity.ts';
import { createBatcher } from '../../ground/batcher.ts';
import type { SignInProviderStore } from './open-id-sign-in.ts';
import type { StoredProvider } from './provider-discovery.ts';
import type { SignInProvider } from './sign-in-provider.ts';

export function createAdminSessionStore(database: Database) {
  return {
    ...createAdministratorStore(database),
    ...createSessionStore(database),
    ...createSignInLinkStore(database),
    ...createInvitationStore(database),
    ...createProviderStore(database),
    ...createBoundAccounts(database),
    ...createPreferenceStore(database),
  };
}

const noPreferences: Preferences = { language: null, timeZone: null, mutedNotices: [] };

/** They change no right, so they are no activity and no new version. */
function createPreferenceStore(database: Database): PreferenceStore {
  return {
    async changePreferences(tenantId, administratorId, change) {
      const [row] = await database.query<{ readonly preferences: Preferences }>(
        `update administrators set preferences = $3::jsonb || coalesce(preferences, '{}') || $4::jsonb
         where tenant_id = $1 and administrator_id = $2 returning preferences`,
        [tenantId, administratorId, JSON.stringify(noPreferences), JSON.stringify(change)],
      );
      return row?.preferences;
    },
  };
}

// Sessions in PostgreSQL. Of a cookie's value only the hash is kept.
const maxUserAgentLength = 500;

function createSessionStore(database: Database): SessionStore {
  return {
    addSession: (session, { userAgent, ...origin }) =>
      database.transaction(async (transaction) => {
        const { address } = origin;
        await transaction.query(
          `insert into admin_sessions
             (tenant_id, session_hash, administrator_id, method, created_at, last_seen_at, expires_at,
              address, user_agent)
           values ($1, $2, $3, $4, $5, $5, $6, $7, $8)`,
          [
            session.tenantId,
            session.sessionHash,
            session.administratorId,
            session.method,
            session.createdAt,
            session.expiresAt,
            address ?? null,
            userAgent?.slice(0, maxUserAgentLength) ?? null,
          ],
        );
        const [row] = await transaction.query<Administrator>(
          `update administrators a set last_signed_in_at = $3
           where tenant_id = $1 and administrator_id = $2 returning ${administratorColumns}`,
          [session.tenantId, session.administratorId, session.createdAt],
        );
        if (row === undefined) throw new Error('a session was started for nobody');
        // The database's clock decides, unless it is ahead of this process.
        await transaction.query(
          'delete from admin_sessions where tenant_id = $1 and expires_at <= least($2, now())',
          [session.tenantId, session.createdAt],
        );
        await recordAdministratorActivity(transaction, {
          tenantId: session.tenantId,
          at: session.createdAt,
          actor: { ...origin, kind: 'administrator', id: row.email },
          action: 'administrator.signed_in',
          administrator: row,
          data: { method: session.method },
        });
      }),

    async findSession(tenantId, sessionHash) {
      const [row] = await database.query<
        Administrator & Omit<Session, 'administrator' | 'createdAt'> & { startedAt: Date }
      >(
        {
          name: 'admin_sessions_find',
          text: `
            select ${administratorColumns}, s.session_id, s.method, s.created_at as started_at, s.last_seen_at, s.expires_at
            from admin_sessions s
            join administrators a on a.tenant_id = s.tenant_id and a.administrator_id = s.administrator_id
            where s.tenant_id = $1 and s.session_hash = $2`,
        },
        [tenantId, sessionHash],
      );
      if (row === undefined) return undefined;
      const { sessionId, method, startedAt, lastSeenAt, expiresAt, ...administrator } = row;
      return { sessionId, administrator, method, createdAt: startedAt, lastSeenAt, expiresAt };
    },

    async recordUse(tenantId, sessionHash, at) {
      await database.query(
        'update admin_sessions set last_seen_at = $3 where tenant_id = $1 and session_hash = $2',
        [tenantId, sessionHash, at],
      );
    },

    async listSessions(tenantId, administratorId) {
      return await database.query<ListedSession>(
        `select session_id, method, created_at, last_seen_at, expires_at, address, user_agent
         from admin_sessions where tenant_id = $1 and administrator_id = $2
         order by last_seen_at desc limit 100`,
        [tenantId, administratorId],
      );
    },

    endSessionOf: (tenantId, administratorId, sessionId, { at, actor }) =>
      database.transaction(async (transaction) => {
        await lockTenant(transaction, tenantId);
        const administrator = await findAdministrator(transaction, tenantId, administratorId);
        if (administrator === undefined) return false;
        if (administrator.email !== actor.id) {
          await requireRightOver(transaction, tenantId, actor, [administrator.role]);
        }
        const ended = await transaction.query(
          `delete from admin_sessions
           where tenant_id = $1 and administrator_id = $2 and session_id = $3 returning session_id`,
          [tenantId, administratorId, sessionId],
        );
        if (ended.length === 0) return false;
        await recordAdministratorActivity(transaction, {
          tenantId,
          at,
          actor,
          action: 'administrator.session_ended',
          administrator,
          data: {},
        });
        return true;
      }),

    endSession: (tenantId, sessionHash, everywhere, at, origin) =>
      database.transaction(async (transaction) => {
        const [row] = await transaction.query<Administrator>(
          `select ${administratorColumns} from administrators a
           join admin_sessions s on s.tenant_id = a.tenant_id and s.administrator_id = a.administrator_id
           where s.tenant_id = $1 and s.session_hash = $2`,
          [tenantId, sessionHash],
        );
        if (row === undefined) return false;
        await transaction.query(
          everywhere
            ? 'delete from admin_sessions where tenant_id = $1 and administrator_id = $2'
            : 'delete from admin_sessions where tenant_id = $1 and session_hash = $2',
          [tenantId, everywhere ? row.administratorId : sessionHash],
        );
        await recordAdministratorActivity(transaction, {
          tenantId,
          at,
          actor: { ...origin, kind: 'administrator', id: row.email },
          action: 'administrator.signed_out',
          administrator: row,
          data: { everywhere },
        });
        return true;
      }),
  };
}

// Each tenant's OpenID Connect provider in PostgreSQL; its client secret is handed in encrypted.
export interface ProviderStore extends Pick<SignInProviderStore, 'findProvider'> {
  /** False: there is no such tenant. */
  putProvider(provider: ProviderToPut): Promise<boolean>;
}

interface ProviderToPut {
  readonly tenantId: string;
  readonly settings: SignInProvider;
  readonly clientSecretSealed: string | null;
  readonly at: Date;
  readonly actor: Actor;
}

/** The store takes part in the transaction of other changes of the tenant. */
export function createProviderChanges(transaction: Queryable) {
  return {
    find: async (tenantId: string) => (await findProviders(transaction, [tenantId]))[0],
    put: (provider: ProviderToPut) => putProvider(transaction, provider),
  };
}

function createProviderStore(database: Database): ProviderStore {
  return {
    // Anyone may ask: requests at the same time share a statement.
    findProvider: createBatcher({
      flush: (tenantIds) => findProviders(database, tenantIds),
      tenantOf: (tenantId) => tenantId,
      maxItems: 500,
      maxConcurrent: 1,
    }),

    putProvider: (provider) =>
      database.transaction((transaction) => putProvider(transaction, provider)),
  };
}

async function putProvider(
  transaction: Queryable,
  { tenantId, settings, clientSecretSealed, at, actor }: ProviderToPut,
): Promise<boolean> {
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
    [tenantId, JSON.stringify(settings), clientSecretSealed],
  );
  // Accounts of another provider prove nothing about those of this one.
  await transaction.query(
    `update administrators set provider_issuer = null, provider_subject = null, version = version + 1
    where tenant_id = $1 and provider_issuer <> $2`,
    [tenantId, settings.issuer],
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
}

async function findProviders(
  database: Queryable,
  tenantIds: readonly string[],
): Promise<(StoredProvider | undefined)[]> {
  const rows = await database.query<StoredProvider & { readonly tenantId: string }>(
    `select tenant_id, settings as provider, client_secret_sealed from admin_sign_in_providers
    where tenant_id = any ($1::uuid[])`,
    [tenantIds],
  );
  const stored = new Map(rows.map(({ tenantId, ...provider }) => [tenantId, provider]));
  return tenantIds.map((tenantId) => stored.get(tenantId));
}
