import { Type } from 'typebox';
import { observationKinds } from '../engine/observed-state.ts';
import {
  ComparisonResponse,
  FindingName,
  ObservedTeam,
  PropertyDrift,
} from '../groups/read/observed-team.schema.ts';
import { exact, nullable, offsetPageSchema, offsetQuery } from './common.schema.ts';
import { GroupSummary } from './groups.schema.ts';

export const FindingCounts = Type.Object(
  {
    all: Type.Integer({ description: 'Groups with any difference or finding.' }),
    differs: Type.Integer({ description: 'Groups that differ from their record.' }),
    ownerless: Type.Integer({ description: 'Groups without an owner whose account is enabled.' }),
    tooFewOwners: Type.Integer({
      description: 'Groups with fewer owners whose account is enabled than their policy requires.',
    }),
    responsibleUnavailable: Type.Integer({
      description: 'Groups whose responsible has a disabled account or is gone.',
    }),
    deputyUnavailable: Type.Integer({
      description: 'Groups whose deputy has a disabled account or is gone.',
    }),
    responsibleUnreachable: Type.Integer({
      description: 'Groups whose responsible did not get the last three messages.',
    }),
    deputyUnreachable: Type.Integer({
      description: 'Groups whose deputy did not get the last three messages.',
    }),
  },
  exact,
);

const FoundGroup = Type.Object(
  {
    ...GroupSummary.properties,
    responsible: Type.String(),
    deputy: nullable(Type.String()),
    drift: Type.Array(PropertyDrift),
    findings: Type.Array(FindingName),
    observed: ObservedTeam,
  },
  { ...exact, $id: 'FoundGroup' },
);

export const FindingPage = Type.Object(
  {
    ...offsetPageSchema(FoundGroup).properties,
    counts: FindingCounts,
    comparison: ComparisonResponse,
  },
  { ...exact, $id: 'FindingPage' },
);

export const findingQuery = Type.Object({
  kind: Type.Optional(
    Type.Enum([...observationKinds], {
      description:
        'Groups that differ from their record (`differs`), or that have this finding. Default: all of these.',
    }),
  ),
  ...offsetQuery.properties,
});
