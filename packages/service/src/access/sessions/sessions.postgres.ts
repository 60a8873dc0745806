// Sessions in PostgreSQL. Of a cookie's value only the hash is kept.
import type { Administrator } from './administrator.ts';
import type { Database } from '../../postgres/database.ts';
import {
  administratorColumns,
  findAdministrator,
  recordAdministratorActivity,
} from './administrator-rows.postgres.ts';
import { lockTenant } from '../../postgres/lock-tenant.ts';
import { requireRightOver } from './administrator-rights.postgres.ts';
import type { ListedSession, Session, SessionStore } from './session.ts';

const maxUserAgentLength = 500;

export function createSessionStore(database: Database): SessionStore {
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
