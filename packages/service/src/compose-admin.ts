// The concepts of the admin center, each handed its adapters; part of `compose.ts`.
import { buildPage } from './admin/built-page.ts';
import { adminAddressOf } from './admin/admin-address.ts';
import type { AdminDeps } from './admin/admin.routes.ts';
import { callbackUrlOf } from './admin/sign-in.routes.ts';
import { createAdminSessionStore } from './admin-sessions/admin-sessions.postgres.ts';
import { createOpenIdSignIn } from './admin-sessions/open-id-sign-in.ts';
import { createSessions } from './admin-sessions/session.ts';
import { createRedeemSignInLink } from './admin-sessions/sign-in-link.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { Sealing } from './encryption/sealing.ts';
import type { CreateId } from './identifiers.ts';
import type { Log } from './log.ts';
import type { Database } from './postgres/database.ts';

export interface AdminWorld {
  readonly config: Pick<Config, 'adminUrl' | 'baseUrl'>;
  readonly log: Log;
  readonly database: Database;
  readonly sealing: Sealing;
  readonly clock: Clock;
  readonly newId: CreateId;
  readonly randomBytes: (size: number) => Buffer;
  readonly configuration: Configuration;
}

export function composeAdmin(world: AdminWorld): AdminDeps {
  const { config, log, database, sealing, clock, newId, randomBytes, configuration } = world;
  const store = createAdminSessionStore(database);
  const sessions = createSessions({ store, clock, randomBytes });
  const address = adminAddressOf(config);
  return {
    config,
    log,
    page: { log, randomBytes, buildPage },
    sessions,
    redeemSignInLink: createRedeemSignInLink({ store, sessions, clock }),
    openIdSignIn: createOpenIdSignIn({
      store,
      sessions,
      sealing,
      clock,
      newId,
      callbackUrl: (tenantId) => callbackUrlOf(address, tenantId),
    }),
    findProvider: (tenantId) => store.findProvider(tenantId),
    tenantName: (tenantId) => configuration.tenant(tenantId)?.name,
  };
}
