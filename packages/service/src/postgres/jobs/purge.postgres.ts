// Removes deleted organisations and templates that no group belongs to, and ended API keys that were never used:
// some time after their end they are marked, so that every process drops them from memory, and an hour later removed. The
// database's clock decides.
import type { Retention } from '../../ground/config/read-retention.ts';
import type { Queryable } from '../database.ts';
import type { RecurringTask } from './schedules.ts';

const hourMs = 3_600_000;
const isEnded = (column: string) => `${column} < now() - $1::interval`;
const isDropped = `purged_at < now() - interval '1 hour'`;
/** Each marked row counts as a change of configuration, and others who change it wait. */
const rowsPerStep = 500;

const marks = [
  `update templates set purged_at = now()
  where (tenant_id, template_id) in (
    select t.tenant_id, t.template_id from templates t
    where ${isEnded('t.deleted_at')} and t.purged_at is null and not exists (
      select from teams g where g.tenant_id = t.tenant_id and g.template_id = t.template_id
    ) limit ${rowsPerStep}
  ) returning 1 as marked`,
  `update api_keys set purged_at = now()
  where (tenant_id, key_id) in (
    select k.tenant_id, k.key_id from api_keys k
    where (${isEnded('k.revoked_at')} or ${isEnded('k.expires_at')}) and k.purged_at is null and not exists (
      select from api_key_uses u where u.tenant_id = k.tenant_id and u.key_id = k.key_id
    ) limit ${rowsPerStep}
  ) returning 1 as marked`,
] as const;

const removals = [
  `delete from templates where ${isDropped}`,
  `delete from api_keys where ${isDropped}`,
] as const;

const organisationsRemoval = `
  delete from organisations o
  where ${isEnded('o.deleted_at')} and not exists (
    select from templates t where t.tenant_id = o.tenant_id and t.organisation_id = o.organisation_id
  ) and not exists (
    select from teams g where g.tenant_id = o.tenant_id and g.organisation_id = o.organisation_id
  )`;

export function createPurge(deps: {
  readonly database: Queryable;
  readonly retention: Retention;
}): RecurringTask {
  const { database } = deps;
  const keptFor = [deps.retention.deleted_configuration];
  return {
    name: 'purge',
    everyMs: hourMs,
    async run() {
      for (const removal of removals) await database.query(removal);
      await database.query(organisationsRemoval, keptFor);
      for (const mark of marks) {
        for (let marked = rowsPerStep; marked === rowsPerStep;) {
          marked = (await database.query(mark, keptFor)).length;
        }
      }
    },
  };
}
