// A decision that approves a requested group with another name. The name is checked as that of a request is.
import { validationFailed } from '../../ground/errors.ts';
import { checkNewName } from '../../settings/naming/check-new-name.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { RequestKey } from './requests-to-approve.postgres.ts';
import { foldedGroup } from '../../ground/folded-text.ts';

interface NamedGroup {
  readonly organisationId: string;
  readonly templateId: string;
  readonly mailNickname: string;
  readonly description: string | null;
  readonly properties: Readonly<Record<string, string>>;
  readonly createdAt: Date;
}

export interface RenameDeps {
  readonly organisationOf: (tenantId: string, organisationId: string) => Organisation | undefined;
  readonly blockedWordsOf: (tenantId: string) => readonly string[];
}

/** @throws DomainError `validation_failed` with every fault of the name */
export async function renameGroup(
  transaction: Queryable,
  { tenantId, teamId }: RequestKey,
  displayName: string,
  { organisationOf, blockedWordsOf }: RenameDeps,
): Promise<void> {
  const key = [tenantId, teamId];
  const [group] = await transaction.query<NamedGroup>(
    `select organisation_id, template_id, mail_nickname, description, properties, created_at from teams
    where tenant_id = $1 and team_id = $2`,
    key,
  );
  if (group === undefined) throw new Error('The group of a task was lost.');
  const organisation = organisationOf(tenantId, group.organisationId);
  const { faults, properties } = checkNewName(displayName, group, {
    template: organisation?.templates.find(({ templateId }) => templateId === group.templateId),
    organisation: organisation ?? { identifier: '' },
    blockedWords: blockedWordsOf(tenantId),
  });
  if (faults !== undefined) throw validationFailed(faults);
  const { description } = group;
  const names = { displayName: displayName.trim(), description, properties };
  const { foldedName, foldedDetails } = foldedGroup(names);
  await transaction.query(
    `update teams
    set requested_display_name = coalesce(requested_display_name, display_name), display_name = $3,
      folded_name = $5, folded_details = $6, properties = $4, version = version + 1
    where tenant_id = $1 and team_id = $2`,
    [...key, names.displayName, JSON.stringify(properties), foldedName, foldedDetails],
  );
}
