// Batches, as callers start, follow and cancel them.
import { type Static, Type } from 'typebox';
import {
  exact,
  guidPattern,
  moment,
  namesSchema,
  nullable,
  nullableMoment,
} from '../../ground/schema/parts.schema.ts';
import { optionalMoment } from '../../ground/schema/moment.schema.ts';
import { pageSchema } from '../../ground/schema/page.schema.ts';
import { pageQuery } from '../../http/paging.ts';
import { refTo } from '../../http/schema-ref.ts';
import { AdoptionRequestBody } from '../adopt/adoption.schema.ts';
import { CreationProblem } from '../read/teams.schema.ts';
import {
  GroupChangeBody,
  OperationResponse,
  ReasonBody,
  repairProperties,
} from '../change/operations.schema.ts';
import { batchGroupStatuses, batchKinds, requestedBatchKinds } from './batch.ts';
import { UndoSelectionResponse } from './undo.schema.ts';

/** No more fit into the body. */
const maxGroups = 10_000;
/** They have more values. */
const maxAdoptions = 5_000;
const { responsible, deputy, former } = GroupChangeBody.properties;

const kindMeaning =
  'handover, archive, unarchive, delete, restore, repair and accept_drift start an operation for each group; renew, hold and release end at once; adopt takes groups of the directory into governance.';

export const BatchBody = Type.Object(
  {
    kind: Type.Enum([...requestedBatchKinds], { description: kindMeaning }),
    groups: Type.Optional(
      Type.Array(
        Type.Object(
          {
            teamId: Type.String({ pattern: guidPattern, 'x-fault': 'must be a GUID' }),
            etag: Type.Optional(
              Type.String({
                pattern: String.raw`^(?:0|[1-9]\d{0,14})$`,
                'x-fault':
                  'must be the etag of a plan or of GET /teams/{teamId}, which is a number',
                description:
                  'The etag from a plan or from GET /teams/{teamId}: a group that has changed since is refused. Absent: any version will do.',
              }),
            ),
            responsible,
            deputy,
          },
          exact,
        ),
        {
          minItems: 1,
          maxItems: maxGroups,
          description:
            'For every kind but adopt, which has adoptions. Each group once. A handover may name other people for a group.',
        },
      ),
    ),
    adoptions: Type.Optional(
      Type.Array(refTo(AdoptionRequestBody), {
        minItems: 1,
        maxItems: maxAdoptions,
        description:
          'For the kind adopt: bodies of POST /teams/adoption, each group once. POST /teams/adoption/bulk/plan plans them.',
      }),
    ),
    responsible,
    deputy,
    former,
    properties: repairProperties,
    until: optionalMoment(
      'For the kind renew: the new expiry. Absent: the length that the template gives a renewal.',
    ),
    ...ReasonBody.properties,
  },
  { ...exact, $id: 'BatchRequest' },
);
export type BatchBody = Static<typeof BatchBody>;

const number = (description: string) => Type.Integer({ description });

const BatchCountsResponse = Type.Object(
  {
    waiting: number('The batch has not come to them.'),
    accepted: number('Their operation or adoption waits for its turn.'),
    awaiting_approval: number('Their operation awaits an approval.'),
    running: number('Their operation or adoption runs.'),
    succeeded: number('Done.'),
    unchanged: number('The effect was there already.'),
    refused: number('They got no operation, or no record.'),
    failed: number('Their operation or adoption failed.'),
    cancelled: number('Cancelled before they began.'),
  },
  { ...exact, $id: 'BatchCounts', description: 'Number of groups by their status.' },
);

export const BatchResponse = Type.Object(
  {
    batchId: Type.String({ format: 'uuid', description: 'Identifier of the batch.' }),
    kind: Type.String({
      description: `${kindMeaning} undo takes back another batch, or what someone did in a span of time. The list may grow.`,
      examples: [...batchKinds],
    }),
    status: Type.String({
      description: 'running, or completed once all groups are final. The list may grow.',
      examples: ['running', 'completed'],
    }),
    size: number('Number of groups.'),
    counts: refTo(BatchCountsResponse),
    requestedBy: OperationResponse.properties.requestedBy,
    reason: nullable(Type.String()),
    createdAt: moment('Time at which the request was accepted.'),
    cancelledAt: nullableMoment(
      'Time at which it was cancelled. Operations that had begun end as ever.',
    ),
    completedAt: nullableMoment('Time at which all groups were final.'),
    undoOf: nullable(
      Type.String({ format: 'uuid' }),
      'The batch that it takes back. Null unless it is the undo of a batch.',
    ),
    undoSelection: nullable(
      refTo(UndoSelectionResponse),
      'The rule, the person or the API key whose acts in a span of time it takes back, in place of a batch. Else null.',
    ),
    statusUrl: Type.String({ format: 'uri', description: 'The address of this answer.' }),
  },
  { ...exact, $id: 'Batch' },
);

export const BatchPage = pageSchema(refTo(BatchResponse), 'BatchPage');

const BatchGroupResponse = Type.Object(
  {
    teamId: nullable(
      Type.String({ format: 'uuid' }),
      'Null while an adoption is waiting, and if it was refused: the group has no record.',
    ),
    groupId: nullable(
      Type.String({ format: 'uuid' }),
      'Id in the directory of a group that the batch adopts, for those who may adopt. Else null.',
    ),
    displayName: nullable(Type.String(), 'Null for a group that you may not see.'),
    status: Type.String({
      description:
        'waiting, unchanged or refused, or the status of its operation or adoption. The list may grow.',
      examples: [...batchGroupStatuses],
    }),
    operationId: nullable(Type.String({ format: 'uuid' }), 'Null if it has no operation.'),
    error: nullable(
      refTo(CreationProblem),
      'Why it was refused, or why its operation or adoption failed.',
    ),
    completedAt: nullableMoment('Time at which its operation or adoption ended.'),
  },
  { ...exact, $id: 'BatchGroup' },
);

export const BatchGroupPage = pageSchema(refTo(BatchGroupResponse), 'BatchGroupPage');

export const BatchParams = Type.Object({
  batchId: Type.String({ pattern: guidPattern, description: 'Identifier of the batch.' }),
});

export const batchesQuery = Type.Object(
  { status: Type.Optional(Type.Enum(['running', 'completed'])), ...pageQuery },
  exact,
);

export const batchGroupsQuery = Type.Object(
  {
    status: Type.Optional(
      namesSchema(
        batchGroupStatuses,
        'Only groups with one of these statuses, separated by commas.',
      ),
    ),
    ...pageQuery,
  },
  exact,
);

export const batchSchemas = [
  BatchBody,
  BatchCountsResponse,
  BatchResponse,
  BatchPage,
  BatchGroupResponse,
  BatchGroupPage,
];
