// Removes deleted organisations and templates that no group belongs to, and ended API keys that were never used:
// a day after their end they are marked, so that every process drops them from memory, and an hour later removed.
import type { Clock } from '../foundation/clock.ts';
import type { Queryable } from '../postgres/database.ts';
import type { RecurringTask } from './schedules.ts';

const hour = 3_600_000;
const keptForMs = 24 * hour;
const markedForMs = hour;
/** Each marked row counts as a change of configuration, and others who change it wait. */
const rowsPerStep = 500;

const marks = [
  `update templates set purged_at = $2
  where (tenant_id, template_id) in (
    select t.tenant_id, t.template_id from templates t
    where t.deleted_at < $1 and t.purged_at is null and not exists (
      select from teams g where g.tenant_id = t.tenant_id and g.template_id = t.template_id
    ) limit ${rowsPerStep}
  ) returning 1 as marked`,
  `update api_keys set purged_at = $2
  where (tenant_id, key_id) in (
    select k.tenant_id, k.key_id from api_keys k
    where (k.revoked_at < $1 or k.expires_at < $1) and k.purged_at is null and not exists (
      select from api_key_uses u where u.tenant_id = k.tenant_id and u.key_id = k.key_id
    ) limit ${rowsPerStep}
  ) returning 1 as marked`,
] as const;

const removals = [
  'delete from templates where purged_at < $1',
  'delete from api_keys where purged_at < $1',
] as const;

const organisationsRemoval = `
  delete from organisations o
  where o.deleted_at < $1 and not exists (
    select from templates t where t.tenant_id = o.tenant_id and t.organisation_id = o.organisation_id
  ) and not exists (
    select from teams g where g.tenant_id = o.tenant_id and g.organisation_id = o.organisation_id
  )`;

export function createPurge(deps: { database: Queryable; clock: Clock }): RecurringTask {
  const { database, clock } = deps;
  return {
    name: 'purge',
    everyMs: hour,
    async run() {
      const now = clock.now();
      const endedBefore = new Date(now - keptForMs);
      for (const removal of removals) await database.query(removal, [new Date(now - markedForMs)]);
      await database.query(organisationsRemoval, [endedBefore]);
      for (const mark of marks) {
        for (let marked = rowsPerStep; marked === rowsPerStep;) {
          marked = (await database.query(mark, [endedBefore, new Date(now)])).length;
        }
      }
    },
  };
}
