// One operation on several groups.
import { exact, guidPattern } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { MayAlsoChange } from '../../settings/organisations/settings-policy.ts';
import { refTo } from '../../http/schema-ref.ts';
import { CreationProblem } from '../read/teams.schema.ts';
import { bulkKinds } from './operation.ts';
import { GroupChangeBody, ReasonBody, repairProperties } from './operations.schema.ts';

const error = Type.Union([refTo(CreationProblem), Type.Null()], {
  description: 'The reason if the operation is refused.',
});

const changed = Type.Boolean({
  description: 'False if the effect is there already, or the operation is refused.',
});

const { responsible, deputy, former } = GroupChangeBody.properties;
const maxGroups = 1_000;
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
          mayAlsoChange: MayAlsoChange,
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'BulkOperationPlan' },
);

export const bulkOperationSchemas = [BulkOperationPlan];
