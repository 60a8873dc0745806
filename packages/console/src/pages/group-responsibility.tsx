// Responsibility for a group: its state, since when, and the people who answer for it.
import { Link } from 'react-router';
import type { GroupDetail } from '../api/types.ts';
import { Card } from '../components/layout.tsx';
import { Status } from '../components/status.tsx';
import { formatDay } from '../components/time.tsx';

type Responsibility = NonNullable<GroupDetail['responsibility']>;
export type Answering = Responsibility['responsible'];

export function GroupResponsibility({ group }: { group: GroupDetail }) {
  const { responsibility, people } = group;
  if (responsibility === null) return null;
  const { state, since, responsible, deputy } = responsibility;
  return (
    <Card title="Responsibility">
      <dl className="facts tall">
        <dt>State</dt>
        <dd>
          <Status status={state} />
          {since === null ? null : <div className="muted small">since {formatDay(since)}</div>}
        </dd>
        <dt>Responsible</dt>
        <dd>
          <AnsweringPerson person={responsible} reference={people.responsible} />
        </dd>
        <dt>Deputy</dt>
        <dd>
          {deputy === null && people.deputy === null ? (
            <span className="muted">None</span>
          ) : (
            <AnsweringPerson person={deputy} reference={people.deputy} />
          )}
        </dd>
      </dl>
    </Card>
  );
}

/** @param reference the person as the record names them */
export function AnsweringPerson({
  person,
  reference,
}: {
  person: Answering | null;
  reference: string | null;
}) {
  const address = person?.email ?? person?.id ?? reference;
  if (address === null) return <span className="muted">None</span>;
  return (
    <div className="wrap">
      <Link to={`/people/${encodeURIComponent(address)}`}>{person?.displayName ?? address}</Link>
      {person === null || person.available ? null : (
        <div className="failure small">Not available</div>
      )}
    </div>
  );
}
