// A tenant as most tests need one: an organisation `aare` with a template `any` that sets no rule and one
// `project` with patterns, an API key with every scope, and people in the sandbox.
import type { Actor } from '../src/audit/activity.ts';
import { scopes } from '../src/ground/schema/scope.schema.ts';
import type { Changes } from '../src/settings/configuration/changes.postgres.ts';
import type { DirectoryConnectionInput } from '../src/settings/tenants/connection.schema.ts';

export interface AddedTenant {
  readonly tenantId: string;
  readonly organisationId: string;
  /** The keys are identifiers. */
  readonly templateIds: Readonly<Record<'any' | 'project', string>>;
  readonly keyId: string;
  readonly secret: string;
}

export interface TenantOptions {
  /** How its sandbox behaves; at once in everything unless said otherwise. */
  readonly directory?: DirectoryConnectionInput;
}

export const testOperator: Actor = { kind: 'operator', id: 'test' };
export const testPeople = ['mara', 'tomas', 'yuki', 'lena'].map((name) => `${name}@aare.example`);

/** It takes part in the transaction of `changes`. */
export async function addTestTenant(
  changes: Changes,
  { directory = { kind: 'sandbox' } }: TenantOptions = {},
): Promise<AddedTenant> {
  const { tenantId } = await changes.tenants.create(testOperator, { name: 'Aare', directory });
  return furnishTestTenant(changes, tenantId);
}

/** Adds everything of a test tenant to one that exists. */
export async function furnishTestTenant(changes: Changes, tenantId: string): Promise<AddedTenant> {
  for (const email of testPeople) {
    await changes.sandboxPeople.add(testOperator, tenantId, { email, name: email });
  }
  const { organisationId } = await changes.organisations.create(testOperator, tenantId, {
    name: 'Aare',
    identifier: 'aare',
  });
  const any = await changes.templates.create(testOperator, tenantId, organisationId, {
    name: 'Any',
    identifier: 'any',
    mailNicknamePattern: '',
    displayNamePattern: '',
  });
  const project = await changes.templates.create(testOperator, tenantId, organisationId, {
    name: 'Project',
    identifier: 'project',
    mailNicknamePattern: 'prj-{{code}}',
    displayNamePattern: 'Project {{code}}',
    policy: { minimumOwners: 2 },
  });
  const { key, secret } = await changes.apiKeys.create(testOperator, tenantId, {
    name: 'Test',
    scopes: [...scopes],
  });
  const templateIds = { any: any.templateId, project: project.templateId };
  return { tenantId, organisationId, templateIds, keyId: key.keyId, secret };
}

/** A body for POST /teams that passes every check. */
export function teamRequest(mailNickName: string, others: Readonly<Record<string, unknown>> = {}) {
  return {
    displayName: `Group ${mailNickName}`,
    mailNickName,
    responsible: testPeople[0],
    deputy: testPeople[1],
    organisationIdOrIdentifier: 'aare',
    templateIdOrIdentifier: 'any',
    owners: [],
    members: [testPeople[2]],
    ...others,
  };
}
