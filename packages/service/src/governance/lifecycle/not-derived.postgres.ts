// What no walked life has in it: rules that follow what happens in the directory, which nobody knows in advance and no record
// keeps. A change says so in words, because a zero would be a promise.
import type { Queryable } from '../../postgres/database.ts';
import { scopeSql, idOfScope } from './tried-scope.postgres.ts';
import type { Tried } from './tried-change.ts';

export const notDerivedRules = ['idle', 'responsibility', 'enforcement', 'new_groups'] as const;

export interface NotDerived {
  readonly rule: (typeof notDerivedRules)[number];
  readonly detail: string;
}

const details: Readonly<Record<NotDerived['rule'], string>> = {
  idle: 'Questions about unused groups are not derived: nobody knows the use of a group in advance, and reports of the past are not kept.',
  responsibility:
    'Handovers and questions about who answers for a group are not derived: they follow from accounts that are closed or come back, which nobody knows in advance and no record keeps in full.',
  enforcement:
    'Restores of settings and of deleted groups are not derived: they follow from changes that others make in the directory.',
  new_groups:
    'Adoptions by rule are not derived: they follow from groups that others make in the directory.',
};

/** Those that are on for one of the groups at least. */
export async function readNotDerived(
  database: Queryable,
  tried: Tried,
): Promise<readonly NotDerived[]> {
  const [row] = await database.query<Record<NotDerived['rule'], boolean | null>>(
    `select bool_or(m.policy #> '{lifecycle,inactivity}' is not null) as idle,
      bool_or(m.policy ? 'responsibility') as responsibility, bool_or(m.policy ? 'enforce') as enforcement,
      (select new_groups <> 'report' from tenants where tenant_id = $1) as new_groups
    from templates m where m.tenant_id = $1 and m.deleted_at is null and ${scopeSql(tried, '$2', 'm')}`,
    [tried.tenantId, idOfScope(tried)],
  );
  const { change, templateId } = tried;
  const isOn = {
    ...row,
    ...(change.kind === 'lifecycle' && { idle: change.policy?.inactivity !== undefined }),
    // It belongs to the whole tenant.
    ...((templateId ?? tried.organisationId) !== undefined && { new_groups: false }),
  };
  return notDerivedRules.flatMap((rule) =>
    isOn[rule] === true ? [{ rule, detail: details[rule] }] : [],
  );
}
