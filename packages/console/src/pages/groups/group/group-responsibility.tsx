// Responsibility for a group: its state, since when, and the people who answer for it.
import type { GroupDetail } from '../../../api/types.ts';
import { AnsweringPerson } from '../../../components/answering-person.tsx';
import { GroupAnsweredOn } from '../../people/answered-groups.tsx';
import { Card } from '../../../components/layout.tsx';
import { Status } from '../../../components/status.tsx';
import { responsibility as texts } from '../../../messages/responsibility.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, useMessages } from '../../../messages/use-messages.ts';
import { SetBy } from '../dialogs/managed-members.tsx';
import { Why } from './why.tsx';

type Responsibility = NonNullable<GroupDetail['responsibility']>;
type Answering = NonNullable<Responsibility['responsible']>;

export function GroupResponsibility({ group }: { group: GroupDetail }) {
  const { responsibility } = group;
  const t = useMessages(texts);
  const format = useFormat();
  if (responsibility === null) {
    return group.state === 'deleted' ? (
      <Card title={t('title')}>
        <GroupAnsweredOn teamId={group.teamId} />
      </Card>
    ) : null;
  }
  const { state, since, responsible, deputy } = responsibility;
  return (
    <Card title={t('title')}>
      <dl className="facts tall">
        <dt>{t('state')}</dt>
        <dd>
          <Status status={state} />
          {since === null ? null : (
            <div className="muted small">{t('since', { date: format.date(since) })}</div>
          )}
        </dd>
        <dt>
          {t('responsible')}
          <Why teamId={group.teamId} property="responsible" name={t('responsible')} />
        </dt>
        <dd>
          <AnsweringPerson person={responsible} reference={group.responsible} />
          <Acceptance of={responsible} />
          <SetBy group={group} member="responsible" />
        </dd>
        <dt>
          {t('deputy')}
          <Why teamId={group.teamId} property="deputy" name={t('deputy')} />
        </dt>
        <dd>
          <AnsweringPerson person={deputy} reference={group.deputy} />
          <Acceptance of={deputy} />
          <SetBy group={group} member="deputy" />
        </dd>
      </dl>
      <GroupAnsweredOn teamId={group.teamId} />
    </Card>
  );
}

/** Whether the person has accepted to answer for the group. */
function Acceptance({ of }: { of: Answering | null }) {
  const t = useMessages(texts);
  const format = useFormat();
  const acceptance = of?.acceptance ?? null;
  if (acceptance === null) return null;
  const { state, since, dueAt } = acceptance;
  const day = state === 'awaited' ? dueAt : since;
  return (
    <div
      className={state === 'declined' || state === 'unanswered' ? 'failure small' : 'muted small'}
    >
      {labelOf(t, `acceptance.${state}`, state)}
      {day === null ? null : (
        <> {t(state === 'awaited' ? 'until' : 'on', { date: format.date(day) })}</>
      )}
    </div>
  );
}
