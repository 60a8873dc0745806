// An acceptance as the use case hands it to its store: one group with one person, in a tenant without a row.
import { randomUUID } from 'node:crypto';
import { counterMark } from '../src/settings/naming/naming.ts';
import { defaultTemplatePolicy } from '../src/settings/organisations/template.ts';
import type { NewGroup } from '../src/engine/creation.ts';
import type { Acceptance } from '../src/groups/create/create-team.ts';

/** It belongs to one tenant and one API key, so that aliases and Idempotency-Keys meet. */
const tenantId = randomUUID();
const holderId = randomUUID();

export function testAcceptance(
  alias: string,
  change: Partial<NewGroup> & { key?: string } = {},
): Acceptance {
  const { key, ...changes } = change;
  const group: NewGroup = {
    tenantId,
    teamId: randomUUID(),
    organisationId: randomUUID(),
    templateId: randomUUID(),
    displayName: alias,
    foldedName: null,
    foldedDetails: null,
    description: null,
    mailNickname: alias,
    aliasKey: alias.toLowerCase(),
    people: { responsible: 'mara@aare.example', deputy: null, owners: [], members: [] },
    properties: {},
    policy: defaultTemplatePolicy,
    createdAt: new Date('2026-11-21T00:00:00Z'),
    createdBy: holderId,
    requestId: 'request',
    actorKind: 'api_key',
    actorId: holderId,
    address: '127.0.0.1',
    ...changes,
  };
  return key === undefined ? group : { ...group, holderId, keyHash: key, requestHash: 'hash' };
}

/** It includes a number of the sequence in both names. */
export function numberedAcceptance(
  { tenantId: owner, scopeId, start = 1 }: { tenantId: string; scopeId: string; start?: number },
  key?: string,
): Acceptance {
  return testAcceptance(`p-${counterMark}`, {
    tenantId: owner,
    displayName: `P-${counterMark}`,
    counter: { scopeId, year: 0, start, width: 4 },
    ...(key !== undefined && { key }),
  });
}
