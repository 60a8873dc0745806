import { type Static, Type } from 'typebox';
import { exact, nullable } from '../../ground/schema/parts.schema.ts';
import { ExternalIdParam, SourceParam } from '../../ground/schema/external-key.schema.ts';
import {
  GroupChangeBody,
  OperationAcceptance,
  OperationPlanResponse,
} from '../change/operations.schema.ts';
import { TeamRequestBody } from '../read/teams.schema.ts';

export const ExternalParams = Type.Object({ source: SourceParam, externalId: ExternalIdParam });

const { visibility, reason } = GroupChangeBody.properties;

/** The body of `POST /teams`, without what a group of this address may leave out. */
export const DesiredGroupBody = Type.Object(
  {
    ...Type.Partial(TeamRequestBody).properties,
    visibility,
    state: Type.Optional(
      Type.Union([Type.Literal('active'), Type.Literal('archived')], {
        description: 'archived: the content of the team becomes read-only.',
      }),
    ),
    reason,
  },
  {
    $id: 'DesiredGroup',
    ...exact,
    description:
      'The state that the group should have. For a group that exists, every member may be absent, and an absent member is not managed: it stays as it is. Null clears a description, a deputy, a property or an expiry. The lists of owners and members are whole: people of the record who are not in them leave. People whom others added in Microsoft 365 stay.',
    examples: [
      {
        displayName: 'Project 4711',
        mailNickName: 'prj-4711',
        responsible: 'ingrid.solberg@nordlicht.example',
        organisationIdOrIdentifier: 'nordlicht-energy',
        templateIdOrIdentifier: 'project',
        members: ['amara.okafor@nordlicht.example'],
        state: 'active',
      },
    ],
  },
);
export type DesiredGroupBody = Static<typeof DesiredGroupBody>;

export const DesiredGroupAnswer = Type.Object(
  {
    ...OperationAcceptance.properties,
    created: Type.Boolean({ description: 'True if the request creates the group.' }),
    changed: Type.Boolean({
      description:
        'False if the group is as it should be, or will be once the operation of statusUrl has ended. Then the service has started nothing, and there is no entry in the audit log and no event.',
    }),
    operationId: nullable(
      Type.String({
        format: 'uuid',
        description: 'Identifier of the operation. Null for a creation, and if there is none.',
      }),
    ),
    statusUrl: nullable(
      Type.String({
        format: 'uri',
        description:
          'Address where you follow the creation or the operation. Null if there is none.',
      }),
    ),
  },
  { $id: 'DesiredGroupAnswer', ...exact },
);

const { kind: _, ...planned } = OperationPlanResponse.properties;

export const DesiredGroupPlan = Type.Object(
  {
    ...planned,
    teamId: nullable(
      Type.String({ format: 'uuid', description: 'Null: there is no group with this id yet.' }),
    ),
    created: Type.Boolean({ description: 'Whether the request would create the group.' }),
  },
  { $id: 'DesiredGroupPlan', ...exact },
);

export const externalSchemas = [DesiredGroupBody, DesiredGroupAnswer, DesiredGroupPlan];
