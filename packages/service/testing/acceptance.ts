// An acceptance as the use case hands it to its store: one group with one person, in a tenant without a row.
import { randomUUID } from 'node:crypto';
import { defaultTemplatePolicy } from '../src/organisations/template.ts';
import type { Acceptance } from '../src/teams/accept-team.ts';

/** Of one tenant and one API key, so that aliases and Idempotency-Keys meet. */
const tenantId = randomUUID();
const apiKeyId = randomUUID();

export function testAcceptance(
  alias: string,
  change: Partial<Acceptance> & { key?: string } = {},
): Acceptance {
  const { key, ...changes } = change;
  const organisationId = randomUUID();
  return {
    tenantId,
    teamId: randomUUID(),
    apiKeyId,
    aliasKey: alias.toLowerCase(),
    createdAt: new Date('2026-11-21T00:00:00Z'),
    requestId: 'request',
    address: '127.0.0.1',
    idempotency: key === undefined ? undefined : { key, requestHash: 'hash' },
    organisation: {
      tenantId,
      organisationId,
      name: 'Aare',
      identifier: 'aare',
      version: 1,
      templates: [],
    },
    template: {
      tenantId,
      organisationId,
      templateId: randomUUID(),
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: defaultTemplatePolicy,
      version: 1,
    },
    displayName: alias,
    description: null,
    mailNickname: alias,
    people: { responsible: 'mara@aare.example', deputy: null, owners: [], members: [] },
    properties: {},
    ...changes,
  };
}
