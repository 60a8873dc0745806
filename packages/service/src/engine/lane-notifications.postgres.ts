// Tells workers of other processes about work, by PostgreSQL's notifications. One that is lost is made up for by
// the workers' poll.
import type { Database } from '../postgres/database.ts';

const channel = 'groupwright_lanes';

export function createLaneNotifications(database: Database) {
  return {
    async notifyOthers(tenantIds: readonly string[]): Promise<void> {
      await database.query('select pg_notify($1, tenant_id) from unnest($2::text[]) as tenant_id', [
        channel,
        tenantIds,
      ]);
    },
    listen: (onTenant: (tenantId: string) => void) => database.listen(channel, onTenant),
  };
}
