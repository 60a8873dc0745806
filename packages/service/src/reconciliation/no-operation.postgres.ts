/**
 * The group has no operation in progress, and none that ended at the time or later: reads of the directory may still
 * show the group as it was before.
 * Looked up for each group: a join, which `offset 0` prevents, would read all operations for each page of groups.
 * @param group a row with tenant_id and team_id, as SQL
 */
export function noOperation(group: string, since?: string): string {
  const ended = since === undefined ? '' : `or o.completed_at >= ${since}`;
  return `not exists (
    select from operations o
    where o.tenant_id = ${group}.tenant_id and o.team_id = ${group}.team_id
      and (o.status in ('accepted', 'running') ${ended})
    offset 0
  )`;
}
