// The upcoming dates of a group: its expiry or deletion, the next review, and the open questions to
// people, such as an offer or the acceptance of a role.
import type { GroupDetail, TaskItem } from '../../../api/types.ts';
import { usePeopleNames } from '../../../components/known-people.ts';
import { Card } from '../../../components/layout.tsx';
import { groupTimeline as texts } from '../../../messages/group-timeline.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { type Messages, useMessages } from '../../../messages/use-messages.ts';
import type { en } from '../../../messages/en/group-timeline.ts';
import { useOpenTasks } from './group-tasks.tsx';
import { kindLabel } from '../../to-do/task-words.tsx';

interface Coming {
  /** Null: an open question without a day. */
  readonly at: string | null;
  readonly what: string;
}

export function GroupTimeline({ group }: { group: GroupDetail }) {
  const t = useMessages(texts);
  const format = useFormat();
  const tasks = useOpenTasks(group.teamId);
  const questions = tasks.data?.items ?? [];
  const asked = questions.flatMap(({ assignees }) => assignees);
  const nameOf = usePeopleNames(
    asked.map(({ displayName, ...of }) => (displayName === null ? referenceOf(of) : null)),
  );
  const people = ({ assignees }: TaskItem) =>
    assignees.map((of) => of.displayName ?? nameOf(referenceOf(of))).join(', ');
  const coming = [
    ...datesOf(group, t),
    ...questions.map((task) => ({ at: task.dueAt, what: questionOf(task, people(task), t) })),
  ].toSorted((one, other) => timeOf(one) - timeOf(other));
  if (coming.length === 0) return null;
  return (
    <Card title={t('title')}>
      <ol className="timeline">
        {coming.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            {at === null ? <time>{t('now')}</time> : <time dateTime={at}>{format.date(at)}</time>}
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Open questions without a day come first. */
const timeOf = ({ at }: Coming): number => (at === null ? 0 : Date.parse(at));

function datesOf(
  { lifecycle, nextReviewAt, state }: GroupDetail,
  t: Messages<typeof en>,
): readonly Coming[] {
  const { expiresAt = null, outcome = null, deletesAt = null, hold = null } = lifecycle ?? {};
  const { suiteExpiresAt = null } = lifecycle ?? {};
  const isHeld = hold !== null;
  return [
    {
      at: outcome === null && state === 'active' && !isHeld ? expiresAt : null,
      what: t('expires'),
    },
    { at: suiteExpiresAt, what: t('suiteExpires') },
    { at: isHeld ? null : deletesAt, what: t('deletes') },
    { at: nextReviewAt, what: t('review') },
  ].filter(({ at }) => at !== null);
}

const referenceOf = ({
  email,
  personId,
}: Pick<TaskItem['assignees'][number], 'email' | 'personId'>) => email ?? personId;

function questionOf({ kind }: TaskItem, people: string, t: Messages<typeof en>): string {
  if (kind === 'take_over') {
    return people === '' ? t('offeredToNobody') : t('take_over', { people });
  }
  if (kind === 'accept_responsibility' || kind === 'accept_deputy_role') return t(kind, { people });
  const task = kindLabel(kind);
  return people === '' ? task : t('task', { task, people });
}
