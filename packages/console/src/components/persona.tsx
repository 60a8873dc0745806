// A person: initials, name and e-mail address. The page of the person is behind the name.
import { Link } from 'react-router';
import { initialsOf } from './initials.ts';
import { usePeopleNames } from './known-people.ts';
import { MailText } from './mail-text.tsx';
import { PersonName } from './person-name.tsx';

export const personPage = (reference: string) => `/people/${encodeURIComponent(reference)}`;

export function Persona({
  name,
  reference,
  note,
}: {
  /** Null: the directory tells it. */
  name: string | null;
  /** E-mail address or user id. */
  reference: string;
  note?: string;
}) {
  const nameOf = usePeopleNames([name === null ? reference : null]);
  const shown = name ?? nameOf(reference);
  const isNamed = shown !== reference;
  return (
    <span className="persona">
      <Initials of={shown} />
      <span className="persona-text">
        <Link className={isNamed ? 'name' : ''} to={personPage(reference)}>
          <PersonName name={name} reference={reference} />
        </Link>
        {!isNamed ? null : (
          <span className="muted small">
            <MailText text={reference} />
          </span>
        )}
        {note === undefined ? null : <span className="muted small">{note}</span>}
      </span>
    </span>
  );
}

export function Initials({
  of,
  size = 'medium',
}: {
  of: string;
  size?: 'small' | 'medium' | 'large';
}) {
  return (
    <span className={`initials ${size}`} aria-hidden="true">
      {initialsOf(of)}
    </span>
  );
}
