import { type Static, Type } from 'typebox';
import { exact, guidPattern, nullable } from '../../ground/schema/parts.schema.ts';
import { ExternalIdParam, SourceParam } from '../../ground/schema/external-key.schema.ts';
import {
  GroupChangeBody,
  OperationAcceptance,
  OperationPlanResponse,
} from '../change/operations.schema.ts';
import { maxEntries } from '../create/bulk.schema.ts';
import { refTo } from '../../http/schema-ref.ts';
import { DesiredRoster, RosterPlanResponse } from '../rosters/rosters.schema.ts';
import { CreationProblem, TeamRequestBody, TeamStatusName } from '../read/teams.schema.ts';

export const ExternalParams = Type.Object({ source: SourceParam, externalId: ExternalIdParam });

const { visibility } = GroupChangeBody.properties;
// The address has the id.
const { externalIds: _, ...requested } = TeamRequestBody.properties;

/** The body of `POST /teams`, without what a group of this address may leave out. */
export const DesiredGroupBody = Type.Object(
  {
    ...Type.Partial(Type.Object(requested)).properties,
    visibility,
    state: Type.Optional(
      Type.Union([Type.Literal('active'), Type.Literal('archived')], {
        description: 'archived: the content of the team becomes read-only.',
      }),
    ),
    teamId: Type.Optional(
      Type.String({
        pattern: guidPattern,
        description: 'A group that exists and gets this external id, such as an adopted one.',
        'x-fault': 'must be a GUID',
      }),
    ),
    rosters: Type.Optional(
      Type.Record(Type.String(), nullable(DesiredRoster), {
        maxProperties: 20,
        description:
          'The people whom sources name, by source, as PUT /teams/{teamId}/rosters/{source} takes them. Null ends a roster; sources that are absent stay as they are. The key needs groups:roster. A person is in a list or on rosters, not both.',
      }),
    ),
  },
  {
    $id: 'DesiredGroup',
    ...exact,
    description:
      'The state that the group should have. For a group that exists, every member may be absent, and an absent member is not managed: it stays as it is. Like mailNickName, organisation and template, requestedBy is that of the creation: another one is refused. Null clears a description, a deputy, a property or an expiry. The lists of owners and members are whole, but for people on rosters: people of the record who are not in them leave. People whom others added in Microsoft 365 stay.',
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
    rosters: Type.Optional(
      Type.Array(
        Type.Object(
          {
            source: Type.String(),
            changed: Type.Boolean(),
            operationId: nullable(Type.String({ format: 'uuid' })),
            statusUrl: nullable(
              Type.String({
                format: 'uri',
                description: 'Address where you follow its operation.',
              }),
            ),
          },
          exact,
        ),
        {
          description:
            'The rosters of the body. Their operations follow that of the group. If nothing else differs, operationId and statusUrl above are those of the last roster that changes.',
        },
      ),
    ),
  },
  { $id: 'DesiredGroupAnswer', ...exact },
);

const { kind: __, ...planned } = OperationPlanResponse.properties;
const { people: ___, ...rosterNumbers } = RosterPlanResponse.properties;
const source = Type.String({ description: 'The system that names the people.' });

export const DesiredGroupPlan = Type.Object(
  {
    ...planned,
    teamId: nullable(
      Type.String({ format: 'uuid', description: 'Null: there is no group with this id yet.' }),
    ),
    created: Type.Boolean({ description: 'Whether the request would create the group.' }),
    rosters: Type.Array(Type.Object({ source, ...RosterPlanResponse.properties }, exact), {
      description: 'The plan of each roster of the body.',
    }),
  },
  { $id: 'DesiredGroupPlan', ...exact },
);

export const AppliedGroup = Type.Object(
  {
    externalId: Type.String({
      minLength: 1,
      description: 'The id of the group in the system of the source. Each may occur once.',
    }),
    ...DesiredGroupBody.properties,
  },
  {
    $id: 'AppliedGroup',
    ...exact,
    description: 'The body of PUT /teams/external/{source}/{externalId}, with its externalId.',
  },
);

export const AppliedGroups = Type.Array(refTo(AppliedGroup), {
  $id: 'AppliedGroups',
  description: `1 to ${maxEntries} groups, in any order.`,
});

export const ApplyParams = Type.Object({ source: SourceParam });

export const ApplyQuery = Type.Object(
  {
    missing: Type.Optional(
      Type.Enum(['report', 'archive'], {
        description:
          'The groups of the source that exist, are not archived, and are not among the entries: report them, which is the default, or archive them.',
      }),
    ),
    confirm: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description:
          'The number of missing groups that you agree to archive. Without it, none is archived if they are more than 10 and more than 20 percent of the groups of the source.',
      }),
    ),
  },
  exact,
);

const appliedItem = {
  index: Type.Integer({ description: 'Place of the entry in the request, from 0.' }),
  externalId: nullable(
    Type.String({ description: 'Null if the entry has none that can be read.' }),
  ),
  teamId: nullable(Type.String({ format: 'uuid' })),
  created: Type.Boolean(),
  changed: Type.Boolean(),
  error: nullable(refTo(CreationProblem)),
};

const MissingGroup = Type.Object(
  {
    externalId: Type.String(),
    teamId: Type.String({ format: 'uuid' }),
    displayName: Type.String(),
    changed: Type.Boolean({ description: 'Whether the request archives it.' }),
    error: nullable(refTo(CreationProblem)),
  },
  { $id: 'MissingGroup', ...exact },
);

const missing = Type.Object(
  {
    held: Type.Boolean({
      description:
        'True: with missing=archive, none of them is archived, because they are many or because the id of an entry cannot be read. Send their number as confirm.',
    }),
    items: Type.Array(refTo(MissingGroup)),
  },
  { ...exact, description: 'The groups of the source that are not among the entries.' },
);

const counts = {
  created: Type.Integer(),
  changed: Type.Integer({ description: 'Without those that are created.' }),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
};

export const ApplyAnswer = Type.Object(
  {
    ...counts,
    items: Type.Array(
      Type.Object(
        {
          ...appliedItem,
          status: nullable(TeamStatusName),
          operationId: nullable(Type.String({ format: 'uuid' })),
          statusUrl: nullable(Type.String({ format: 'uri' })),
        },
        exact,
      ),
    ),
    missing,
  },
  { $id: 'ApplyAnswer', ...exact },
);

const difference = Type.Record(Type.String(), Type.Unknown());

export const ApplyPlan = Type.Object(
  {
    ...counts,
    items: Type.Array(
      Type.Object(
        {
          ...appliedItem,
          before: difference,
          after: difference,
          rosters: Type.Array(Type.Object({ source, ...rosterNumbers }, exact), {
            description: 'The plan of each roster of the entry.',
          }),
        },
        exact,
      ),
    ),
    missing,
  },
  { $id: 'ApplyPlan', ...exact },
);

export const externalSchemas = [
  DesiredGroupBody,
  DesiredGroupAnswer,
  DesiredGroupPlan,
  AppliedGroup,
  MissingGroup,
  ApplyAnswer,
  ApplyPlan,
];
