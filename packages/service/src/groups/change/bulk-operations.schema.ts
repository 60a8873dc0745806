// One operation on several groups.
import { exact, guidPattern } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { refTo } from '../../http/schema-ref.ts';
import { CreationProblem } from '../read/teams.schema.ts';
import { GroupChangeBody, ReasonBody, repairProperties } from './operations.schema.ts';

const error = Type.Union([refTo(CreationProblem), Type.Null()], {
  description: 'The reason if the operation is refused.',
});

const changed = Type.Boolean({
  description: 'False if the effect is there already, or the operation is refused.',
});

const bulkKinds = [
  'handover',
  'archive',
  'unarchive',
  'delete',
  'restore',
  'repair',
  'accept_drift',
] as const;
const { responsible, deputy, former } = GroupChangeBody.properties;
const maxGroups = 200;
const teamId = Type.String({ pattern: guidPattern });

const bulkProperties = {
  kind: Type.Enum([...bulkKinds]),
  responsible,
  deputy,
  former,
  properties: repairProperties,
  ...ReasonBody.properties,
};

export const BulkOperationPlanBody = Type.Object(
  {
    ...bulkProperties,
    teamIds: Type.Array(teamId, { minItems: 1, maxItems: maxGroups, uniqueItems: true }),
  },
  exact,
);

export const BulkOperationBody = Type.Object(
  {
    ...bulkProperties,
    groups: Type.Array(
      Type.Object(
        {
          teamId,
          etag: Type.String({
            pattern: String.raw`^\d{1,15}$`,
            description: 'The etag from the plan. A group that has changed since is refused.',
          }),
          responsible,
          deputy,
        },
        exact,
      ),
      { minItems: 1, maxItems: maxGroups },
    ),
  },
  exact,
);

export const BulkOperationPlan = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          teamId: Type.String(),
          displayName: Type.String(),
          etag: Type.String(),
          changed,
          error,
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'BulkOperationPlan' },
);

export const BulkOperationResult = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          teamId: Type.String(),
          operationId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
            description: 'Null if the operation was refused, or if its effect is there already.',
          }),
          changed,
          error,
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'BulkOperationResult' },
);

export const bulkOperationSchemas = [BulkOperationPlan, BulkOperationResult];
