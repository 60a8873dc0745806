// A roster in the answer about its group.
import { Type } from 'typebox';
import { nullableMoment } from '../../ground/schema/parts.schema.ts';

/** `failed`: the operation failed or was cancelled; send the roster again. */
export const rosterStates = ['applying', 'applied', 'held', 'failed'] as const;
export type RosterState = (typeof rosterStates)[number];

const count = (description: string) => Type.Integer({ description });

/** The results of a roster. */
export const rosterCounts = {
  added: count('Number of people whom the roster brings.'),
  invited: count('Number of guests who have not accepted their invitation yet.'),
  kept: count('Number of people who are in the group already.'),
  removed: count('Number of people who leave.'),
  waiting: count('Number of people whom the directory does not know yet.'),
  refused: count('Number of people who cannot be in the group.'),
};

export const RosterSummaryResponse = Type.Object(
  {
    source: Type.String({ description: 'The system that names the people.' }),
    count: Type.Integer({ description: 'Number of people whom the source names.' }),
    state: Type.Enum([...rosterStates], {
      description:
        'applying: an operation brings the group in line. applied: the group is in line. held: removals wait until someone confirms them. failed: the operation failed or was cancelled; send the roster again.',
    }),
    appliedAt: nullableMoment('When the group was last brought in line with the roster.'),
  },
  { $id: 'RosterSummary', additionalProperties: false },
);
