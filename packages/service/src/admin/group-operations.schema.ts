import { Type } from 'typebox';
import { FieldErrorSchema } from '../http/field-error.schema.ts';
import { refTo } from '../http/schema-ref.ts';
import { operationKinds } from '../groups/change/operation.ts';
import { GroupChangeBody, ReasonBody } from '../groups/change/operations.schema.ts';
import { guidPattern } from '../ground/schema/guid.schema.ts';
import { PlannedPerson } from '../groups/create/plan.schema.ts';
import {
  exact,
  idParams,
  listPartSchema,
  nullable,
  olderThanQuery,
  refusal,
} from './common.schema.ts';
import { ledgerProperties } from './groups.schema.ts';

export const OperationParams = idParams({ teamId: 'The group.', operationId: 'The operation.' });

const kind = Type.Enum([...operationKinds]);
const members = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description });

export const AcceptedGroupOperation = Type.Object(
  {
    operationId: Type.String({ description: 'Identifier of the operation.' }),
    kind,
    status: ledgerProperties.status,
  },
  exact,
);

export const GroupOperation = Type.Object(
  {
    operationId: Type.String(),
    kind,
    requestedBy: Type.Object(
      { kind: Type.String(), id: Type.String(), name: Type.String() },
      exact,
    ),
    reason: nullable(Type.String()),
    change: members('The members of the group that the request named.'),
    before: nullable(
      members(
        'The changed members as they were. Of lists, the removed people. Null until the end.',
      ),
    ),
    after: nullable(members('The changed members afterwards. Of lists, the added people.')),
    ...ledgerProperties,
  },
  { ...exact, $id: 'GroupOperation' },
);

export const GroupOperationPage = listPartSchema(
  GroupOperation,
  'True if there are older operations.',
);

export const groupOperationQuery = olderThanQuery('operation');

export const GroupChangePlan = Type.Object(
  {
    conforms: Type.Boolean({
      description: 'True if the change would succeed, judged by the current state.',
    }),
    error: refusal,
    faults: Type.Array(refTo(FieldErrorSchema), { description: 'Every fault at once.' }),
    before: members('The members that would change, as they are.'),
    after: members('The same members after the change.'),
    people: Type.Array(refTo(PlannedPerson), {
      description: 'Every person that the change names.',
    }),
    steps: Type.Array(Type.String()),
  },
  { ...exact, $id: 'GroupChangePlan' },
);

const bulkKinds = ['handover', 'archive', 'unarchive', 'delete', 'restore'] as const;
const { responsible, deputy, former } = GroupChangeBody.properties;
const maxGroups = 200;
const teamId = Type.String({ pattern: guidPattern });

const bulkProperties = {
  kind: Type.Enum([...bulkKinds]),
  responsible,
  deputy,
  former,
  ...ReasonBody.properties,
};

export const BulkPlanInput = Type.Object(
  {
    ...bulkProperties,
    teamIds: Type.Array(teamId, { minItems: 1, maxItems: maxGroups, uniqueItems: true }),
  },
  exact,
);

export const BulkInput = Type.Object(
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

export const BulkPlan = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          teamId: Type.String(),
          displayName: Type.String(),
          etag: Type.String(),
          error: refusal,
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'GroupBulkPlan' },
);

export const BulkResult = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          teamId: Type.String(),
          operationId: nullable(Type.String({ description: 'Null if the operation was refused.' })),
          error: refusal,
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'GroupBulkResult' },
);
