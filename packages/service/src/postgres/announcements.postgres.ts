// Announcements between the processes of one database, by PostgreSQL's notifications.
import type { Database } from './database.ts';

const channel = 'groupwright_changes';

export function createAnnouncementChannel(database: Database) {
  return {
    async send(payloads: readonly string[]): Promise<void> {
      await database.query(
        {
          name: 'announce_changes',
          text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
          boundary: false,
        },
        [channel, payloads],
      );
    },
    listen: (onPayload: (payload: string) => void) => database.listen(channel, onPayload),
  };
}
