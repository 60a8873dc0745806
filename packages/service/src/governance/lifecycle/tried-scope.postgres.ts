// The groups of a tried change, over `teams t` or `templates m`.
import type { TriedScope } from './tried-change.ts';

/** @param id the parameter with `idOfScope` */
export function scopeSql(
  { organisationId, templateId }: TriedScope,
  id: string,
  table: 't' | 'm' = 't',
): string {
  if (templateId !== undefined) return `${table}.template_id = ${id}::uuid`;
  return organisationId === undefined
    ? `${id}::uuid is null`
    : `${table}.organisation_id = ${id}::uuid`;
}

export function idOfScope({ organisationId, templateId }: TriedScope): string | null {
  return templateId ?? organisationId ?? null;
}
