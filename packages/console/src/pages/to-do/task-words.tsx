// The names of kinds of tasks, of their decisions, and of people, and the columns of lists of tasks. An unknown kind or
// decision of a newer service shows as it is.
import type { TaskItem, TaskKind } from '../../api/types.ts';
import type { Column } from '../../components/data-table.tsx';
import { usePeopleNames } from '../../components/known-people.ts';
import { PersonName } from '../../components/person-name.tsx';
import { Status } from '../../components/status.tsx';
import { Moment } from '../../components/time.tsx';
import { tasks as texts } from '../../messages/tasks.ts';
import { reasonText } from '../../messages/reasons.ts';
import { labelOf, messagesOf, textsOfBuild } from '../../messages/use-messages.ts';

/** A kind without its words does not compile. */
const kinds: Readonly<Record<TaskKind, unknown>> = textsOfBuild(texts).kinds;
export const taskKinds = Object.keys(kinds);

export function kindLabel(kind: string): string {
  return labelOf(messagesOf(texts), `kinds.${kind}`, kind);
}

export function decisionLabel(decision: string): string {
  return labelOf(messagesOf(texts), `decisions.${decision}`, decision);
}

export function nameOf({ displayName, email, personId }: TaskItem['assignees'][number]): string {
  return displayName ?? email ?? personId;
}

/** The columns have their titles in the language of the page: to be made in a component. */
export const assigneesColumn = (): Column<TaskItem> => ({
  title: messagesOf(texts)('assignees'),
  cell: ({ assignees }) =>
    assignees.length === 0 ? (
      <span className="muted">{messagesOf(texts)('nobody')}</span>
    ) : (
      <div>
        {assignees.map((person) => (
          <div key={person.personId}>
            <PersonName name={person.displayName} reference={person.email ?? person.personId} />
          </div>
        ))}
      </div>
    ),
});

export const dueColumn = (): Column<TaskItem> => ({
  title: messagesOf(texts)('due'),
  cell: ({ dueAt }) => <Moment isGoverned iso={dueAt} absent={messagesOf(texts)('never')} />,
});

/** The decisions whose tone differs from that of another decision. */
const verdicts: Readonly<Record<string, string>> = { approve: 'approved', reject: 'rejected' };

function Decided({ outcome, by }: { outcome: string; by: string | null }) {
  const nameOf = usePeopleNames([by]);
  const decision = decisionLabel(outcome);
  return by === null ? decision : messagesOf(texts)('decidedBy', { decision, name: nameOf(by) });
}

export const outcomeColumn = (): Column<TaskItem> => ({
  title: messagesOf(texts)('state'),
  cell: ({ state, outcome, decidedBy, reason }) => (
    <div className="wrap">
      <Status status={(state === 'done' ? verdicts[outcome ?? ''] : undefined) ?? state} />
      {state !== 'done' || outcome === null ? null : (
        <div className="muted small">
          <Decided outcome={outcome} by={decidedBy?.id ?? null} />
          {reason === null || reason === '' ? '' : `: ${reasonText(reason)}`}
        </div>
      )}
    </div>
  ),
});
