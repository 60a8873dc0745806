// A person: initials, name and e-mail address. The page of the person is behind the name.
import { Link } from 'react-router';
import { initialsOf } from './initials.ts';
import { MailText } from './mail-text.tsx';

export const personPage = (reference: string) => `/people/${encodeURIComponent(reference)}`;

export function Persona({
  name,
  reference,
  note,
}: {
  /** Null: unknown. */
  name: string | null;
  /** E-mail address or user id. */
  reference: string;
  note?: string;
}) {
  return (
    <span className="persona">
      <Initials of={name ?? reference} />
      <span className="persona-text">
        <Link className={name === null ? '' : 'name'} to={personPage(reference)}>
          {name === null ? <MailText text={reference} /> : <bdi>{name}</bdi>}
        </Link>
        {name === null ? null : (
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
