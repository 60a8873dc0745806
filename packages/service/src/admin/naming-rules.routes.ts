// The naming rules that apply to every template of the tenant: the blocked words, and the templates that they affect.
import { exact, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { notFound } from '../audit/changes/change.ts';
import type { Rest } from '../ground/turns.ts';
import { sendVersion } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import { findBlockedTemplates } from '../settings/naming/blocked-templates.ts';
import type { OrganisationLookup } from '../settings/organisations/organisation.ts';
import { BlockedWordsInput } from '../settings/tenants/tenant-input.schema.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { etag } from './common.schema.ts';
import { declareOperations } from './declare-operations.ts';
import { resourceOf } from './request.ts';

export interface NamingRulesDeps extends AdminApiDeps {
  readonly configuration: OrganisationLookup;
  readonly rest: Rest;
}

/** It belongs to affected templates, in the preview. */
const maxListed = 100;

const NamingRulesInput = Type.Object({ blockedWords: BlockedWordsInput }, exact);

const NamingRules = Type.Object(
  { blockedWords: BlockedWordsInput, etag },
  { ...exact, $id: 'NamingRules' },
);

const NamingRulesPreview = Type.Object(
  {
    templates: Type.Array(
      Type.Object(
        {
          templateId: Type.String(),
          name: Type.String(),
          organisation: Type.String({ description: 'Name of the organisation.' }),
          place: Type.Enum(['mailNickName', 'displayName', 'property'], {
            description:
              'Every alias or display name of the template contains the word; for property, those with the value of the property.',
          }),
          property: nullable(Type.String()),
          value: nullable(Type.String()),
          word: Type.String({ description: 'The blocked word.' }),
        },
        exact,
      ),
      { description: `Up to ${maxListed}.` },
    ),
  },
  { ...exact, $id: 'NamingRulesPreview' },
);

const declared = declareOperations('Organisations and templates', {
  getNamingRules: {
    scope: 'organisations:manage',
    summary: 'Read the naming rules that apply to every template.',
    answer: 'The naming rules.',
    response: { 200: NamingRules },
  },
  changeNamingRules: {
    scope: 'organisations:manage',
    summary: 'Change the naming rules. Existing names stay as they are.',
    admin: 'templates:manage',
    answer: 'The changed naming rules.',
    changes: true,
    problems: ['validation_failed'],
    body: NamingRulesInput,
    response: { 200: NamingRules },
  },
  previewNamingRules: {
    scope: 'organisations:manage',
    summary: 'List the templates whose names would contain a blocked word. Changes nothing.',
    answer: 'The affected templates.',
    // It changes nothing, so a reader may try words too.
    admin: 'view',
    body: NamingRulesInput,
    response: { 200: NamingRulesPreview },
  },
});

export function registerNamingRulesRoutes(
  server: Server,
  { change, clock, configuration, read, rest }: NamingRulesDeps,
): void {
  const path = '/:tenantId/naming-rules';

  server.get(path, declared.getNamingRules, async (request, reply) => {
    const { tenantId } = resourceOf(request);
    const tenant = await read((stores) => stores.tenants.find(tenantId));
    if (tenant === undefined) throw notFound('tenant');
    sendVersion(reply, tenant.version);
    return { blockedWords: [...tenant.blockedWords], etag: tenant.version };
  });

  server.put(path, declared.changeNamingRules, async (request) => {
    const { tenantId, actor, expectedVersion } = resourceOf(request);
    const { blockedWords, version } = await change(({ tenants }) =>
      tenants.changeRules(actor, tenantId, expectedVersion, request.body),
    );
    return { blockedWords: [...blockedWords], etag: version };
  });

  server.post(`${path}/preview`, declared.previewNamingRules, async (request) => {
    const { tenantId } = resourceOf(request);
    const templates = await findBlockedTemplates(
      configuration.organisations(tenantId),
      request.body.blockedWords,
      { now: clock.now(), most: maxListed, rest },
    );
    return { templates: [...templates] };
  });
}
