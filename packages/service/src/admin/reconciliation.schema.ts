import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type, type TProperties } from 'typebox';
import { driftKinds, type DriftKind } from '../reconciliation/report.ts';

/** The state with the members of the last report that differ between the two routes. */
const stateWith = <Members extends TProperties>($id: string, members: Members) =>
  Type.Object(
    {
      last: nullable(
        Type.Object(
          {
            finishedAt: moment(),
            durationMs: Type.Integer(),
            by: Type.Object({ kind: Type.String(), id: Type.String() }, exact),
            ...members,
          },
          exact,
        ),
      ),
      error: nullable(
        Type.Object(
          { attemptedAt: moment(), detail: Type.String() },
          { ...exact, description: 'Error of a later attempt that did not complete.' },
        ),
      ),
      dueAt: nullable(moment('Time of the next reconciliation. Null before the first.')),
      askedAt: nullable(
        moment('When a person asked for a reconciliation that has not ended. Null: none did.'),
      ),
      stopped: nullable(
        Type.Object(
          {
            since: moment(),
            wanted: Type.Integer({ description: 'Groups that the templates would restore.' }),
          },
          {
            ...exact,
            description:
              'The templates restore no group, because too many differ at once. Null: they are not stopped.',
          },
        ),
      ),
    },
    { ...exact, $id },
  );

const count = Type.Integer();
const drift = { teamId: Type.String(), mailNickName: Type.String(), outcome: Type.String() };

const counts = (description: string) =>
  Type.Object(
    Object.fromEntries(driftKinds.map((kind) => [kind, count])) as Record<DriftKind, typeof count>,
    { ...exact, description },
  );
export const ReconciliationResponse = stateWith('Reconciliation', {
  found: counts('Number of differences of each kind.'),
  resolved: counts('Number of resolved differences.'),
  drift: Type.Array(
    Type.Object(
      {
        kind: Type.Enum([...driftKinds]),
        ...drift,
        resolved: Type.Boolean(),
      },
      exact,
    ),
    { description: 'At most 100 differences, unresolved ones first.' },
  ),
});
