import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type, type TProperties } from 'typebox';
import { usageSources, usageStates } from '../directory/usage-reports.ts';
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
      stoppedIdle: nullable(
        Type.Object(
          {
            since: moment(),
            wanted: Type.Integer({ description: 'Groups that would become idle.' }),
          },
          {
            ...exact,
            description:
              'No group becomes idle, because too many would in a day. Null: they are not stopped.',
          },
        ),
      ),
      usage: Type.Array(
        Type.Object(
          {
            source: Type.Enum([...usageSources]),
            state: Type.Enum([...usageStates], {
              description:
                'complete: the report counts. late: it is older than 7 days. partial: it has less than 95 % of the groups older than a week. The others say why there is no report. Only a complete report makes groups idle.',
            }),
            reportOn: nullable(
              Type.String({
                format: 'date',
                description: 'Day up to which the last report counts.',
              }),
            ),
          },
          exact,
        ),
        { description: 'The reports about the use of groups. Empty: none was read yet.' },
      ),
      stoppedAdoptions: Type.Array(
        Type.Object(
          {
            templateId: Type.String(),
            template: Type.String({ description: 'Name of the template.' }),
            since: moment(),
            failed: Type.Integer({ description: 'Adoptions that had failed in an hour.' }),
            waiting: Type.Integer({ description: 'Adoptions that wait for the release.' }),
          },
          exact,
        ),
        { description: 'The templates that adopt no more groups, because too many failed.' },
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
