// A person who answers for a group, and whether they are available.
import { Link } from 'react-router';
import type { GroupDetail } from '../api/types.ts';
import { responsibility as texts } from '../messages/responsibility.ts';
import { useMessages } from '../messages/use-messages.ts';
import { PersonName } from './person-name.tsx';
import { personPage } from './persona.tsx';

type Answering = NonNullable<NonNullable<GroupDetail['responsibility']>['responsible']>;

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
      <Link to={personPage(address)}>
        <PersonName name={person?.displayName} reference={address} />
      </Link>
      {person === null || person.available ? null : (
        <div className="failure small">{t('notAvailable')}</div>
      )}
    </div>
  );
}
