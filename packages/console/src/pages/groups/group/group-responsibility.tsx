// Responsibility for a group: its state, since when, and the people who answer for it.
import { Link } from 'react-router';
import type { GroupDetail } from '../../../api/types.ts';
import { Card } from '../../../components/layout.tsx';
import { MailText } from '../../../components/mail-text.tsx';
import { personPage } from '../../../components/persona.tsx';
import { Status } from '../../../components/status.tsx';
import { responsibility as texts } from '../../../messages/responsibility.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, useMessages } from '../../../messages/use-messages.ts';

type Responsibility = NonNullable<GroupDetail['responsibility']>;
export type Answering = NonNullable<Responsibility['responsible']>;

export function GroupResponsibility({ group }: { group: GroupDetail }) {
  const { responsibility } = group;
  const t = useMessages(texts);
  const format = useFormat();
  if (responsibility === null) return null;
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
        <dt>{t('responsible')}</dt>
        <dd>
          <AnsweringPerson person={responsible} reference={group.responsible} />
          <Acceptance of={responsible} />
        </dd>
        <dt>{t('deputy')}</dt>
        <dd>
          <AnsweringPerson person={deputy} reference={group.deputy} />
          <Acceptance of={deputy} />
        </dd>
      </dl>
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

/** @param reference the person as the record names them */
export function AnsweringPerson({
  person,
  reference,
}: {
  person: Omit<Answering, 'acceptance'> | null;
  reference: string | null;
}) {
  const t = useMessages(texts);
  const address = person?.email ?? person?.id ?? reference;
  if (address === null) return <span className="muted">{t('none')}</span>;
  return (
    <div className="wrap">
      <Link to={personPage(address)}>{person?.displayName ?? <MailText text={address} />}</Link>
      {person === null || person.available ? null : (
        <div className="failure small">{t('notAvailable')}</div>
      )}
    </div>
  );
}
