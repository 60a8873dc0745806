import { Type } from 'typebox';

import { refTo } from '../../http/schema-ref.ts';
import { pageSchema } from '../../ground/schema/page.schema.ts';

/** Section 2.7 of the specification. */
export const TemplateResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Template id.' }),
    name: Type.String({ description: 'Template name.' }),
    identifier: Type.String({ description: 'Short unique identifier of the template.' }),
    mailNicknamePattern: Type.String({
      description: 'Pattern for the group alias, with placeholders in double curly braces.',
    }),
    displayNamePattern: Type.String({
      description: 'Pattern for the display name of the group. If it is empty, any name conforms.',
    }),
  },
  { $id: 'Template', additionalProperties: false },
);

/** Section 2.6 of the specification. */
export const OrganisationResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Organisation id.' }),
    name: Type.String({ description: 'Organisation name.' }),
    identifier: Type.String({ description: 'Short unique identifier of the organisation.' }),
    groups: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'The teamIds of the groups that exist in the directory, oldest first.',
    }),
    templates: Type.Array(refTo(TemplateResponse)),
  },
  {
    $id: 'Organisation',
    additionalProperties: false,
    examples: [
      {
        id: '0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10',
        name: 'Nordlicht Energy',
        identifier: 'nordlicht-energy',
        groups: ['0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f'],
        templates: [
          {
            id: '0198b0ab-10c2-7a3e-8d55-6f4e3d2c1b0a',
            name: 'Project',
            identifier: 'project',
            mailNicknamePattern: 'prj-{{projectCode}}',
            displayNamePattern: 'Project {{projectCode}}',
          },
        ],
      },
    ],
  },
);

export const OrganisationSummary = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Organisation id.' }),
    name: Type.String({ description: 'Organisation name.' }),
    identifier: Type.String({ description: 'Short unique identifier of the organisation.' }),
  },
  { $id: 'OrganisationSummary', additionalProperties: false },
);

export const TenantResponse = Type.Object(
  {
    tenantId: Type.String({ format: 'uuid', description: 'Identifier of the tenant.' }),
    timeZone: Type.String({
      description: 'IANA name of the time zone in which the tenant counts days.',
      examples: ['Europe/Oslo'],
    }),
    hour: Type.Integer({
      description: 'Hour of the day, in that time zone, at which dates such as an expiry count.',
      examples: [8],
    }),
  },
  { $id: 'Tenant', additionalProperties: false, description: 'The tenant of the caller.' },
);

export const OrganisationPage = pageSchema(refTo(OrganisationSummary), 'OrganisationPage');

export const organisationSchemas = [
  TemplateResponse,
  OrganisationResponse,
  OrganisationSummary,
  OrganisationPage,
  TenantResponse,
];
