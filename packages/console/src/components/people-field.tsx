// Fields for people: one person, or any number of them as removable chips.
import { Field } from '@fluentui/react-field';
import { DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { type KnownPerson, useKnownPeople } from './known-people.ts';
import { MailText } from './mail-text.tsx';
import { Initials } from './persona.tsx';
import { directoryPeople, PersonInput, type Suggestions } from './person-input.tsx';
import { faultProps } from './fault-props.ts';

interface Common<Value> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly fault: string | undefined;
  readonly hint?: string;
  readonly suggestions?: Suggestions;
  readonly autoFocus?: boolean;
  readonly required?: boolean;
  /** The fault says who is unknown, before the form is sent. */
  readonly checked?: boolean;
}

/** A fault of the service, or else the people whom the directory does not have. */
function useMessage(
  { fault, checked = false }: Pick<Common<unknown>, 'fault' | 'checked'>,
  unknown: readonly string[],
) {
  const t = useMessages(common);
  if (fault !== undefined) return faultProps(fault);
  // Read aloud, it would be a second sentence about the same person.
  if (checked || unknown.length === 0) return {};
  const validationMessage = t('peopleNotFound', {
    count: unknown.length,
    people: unknown.join(', '),
  });
  return { validationMessage, validationState: 'warning' as const };
}

/** Whether the field is left, or has the text that it had then: only then is a typed text judged. */
function useLeft(text: string) {
  const [found, setFound] = useState<string>();
  return {
    isLeft: found === undefined || found === text,
    focus: { onFocus: () => setFound(text), onBlur: () => setFound(undefined) },
    /** A text that was picked is judged at once: nothing moves when the field is left, so that a click reaches its target. */
    accept: setFound,
  };
}

export function PersonField({
  label,
  value,
  onChange,
  hint,
  suggestions = directoryPeople,
  autoFocus = false,
  required = false,
  ...checks
}: Common<string>) {
  const reference = value.trim();
  const { isLeft, focus, accept } = useLeft(reference);
  const asked = isLeft && reference !== '' ? [reference] : [];
  const known = useKnownPeople(asked).get(reference);
  const message = useMessage(checks, known === null ? asked : []);
  return (
    <Field label={label} required={required} {...(hint !== undefined && { hint })} {...message}>
      {(field) => (
        <div className="people-field" {...focus}>
          <PersonInput
            field={field}
            value={value}
            onChange={onChange}
            onPick={(picked) => {
              accept(picked);
              onChange(picked);
            }}
            suggestions={suggestions}
            autoFocus={autoFocus}
          />
          {known == null ? null : (
            <span className="known-person" role="status">
              <Initials of={known.displayName} size="small" />
              <bdi>{known.displayName}</bdi>
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

export interface Picked {
  readonly chosen: readonly string[];
  /** Text in the field that is no chip yet; it counts as a person. */
  readonly typed: string;
}

export const nobody: Picked = { chosen: [], typed: '' };

export function peopleIn({ chosen, typed }: Picked): string[] {
  return withAll(chosen, listedIn(typed));
}

/** A semicolon separates typed people, and so does a comma behind an address, because names may have one. */
const separator = /;|(?<=@[^\s,]+),/u;

function listedIn(typed: string): string[] {
  return typed
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function withAll(chosen: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...chosen, ...more.filter((reference) => reference !== '')])];
}

export function PeopleField({
  label,
  value,
  onChange,
  hint,
  suggestions = directoryPeople,
  ...checks
}: Common<Picked>) {
  const t = useMessages(common);
  const { chosen, typed } = value;
  const { isLeft, focus } = useLeft(typed.trim());
  const known = useKnownPeople(isLeft ? peopleIn(value) : chosen);
  const unknown = [...known].flatMap(([reference, person]) => (person === null ? [reference] : []));
  const message = useMessage(checks, unknown);
  const add = (...references: readonly string[]) =>
    onChange({ chosen: withAll(chosen, references), typed: '' });
  return (
    <Field label={label} {...(hint !== undefined && { hint })} {...message}>
      {(field) => (
        <div className="people-field" {...focus}>
          {chosen.length === 0 ? null : (
            <ul className="chips" aria-label={t('chosenPeople')}>
              {chosen.map((reference) => (
                <Chip
                  key={reference}
                  reference={reference}
                  person={known.get(reference)}
                  remove={() =>
                    onChange({ chosen: chosen.filter((one) => one !== reference), typed })
                  }
                />
              ))}
            </ul>
          )}
          <PersonInput
            field={field}
            value={typed}
            onChange={(text) => {
              const rest = text.split(separator).at(-1) ?? '';
              const ended = listedIn(text.slice(0, text.length - rest.length));
              onChange({ chosen: withAll(chosen, ended), typed: rest.trimStart() });
            }}
            onPick={(reference) => add(reference)}
            onEnter={() => {
              if (typed.trim() === '') return false;
              add(...listedIn(typed));
              return true;
            }}
            onPaste={(event) => {
              const pasted = referencesIn(event.clipboardData.getData('text'));
              if (pasted.length < 2) return;
              event.preventDefault();
              add(...pasted);
            }}
            suggestions={suggestions}
          />
        </div>
      )}
    </Field>
  );
}

function Chip({
  reference,
  person,
  remove,
}: {
  reference: string;
  person: KnownPerson | null | undefined;
  remove: () => void;
}) {
  const t = useMessages(common);
  const isUnknown = person === null;
  return (
    <li className={isUnknown ? 'unknown' : ''} title={reference}>
      {isUnknown ? (
        <span aria-hidden="true">!</span>
      ) : (
        <Initials of={person?.displayName ?? reference} size="small" />
      )}
      <span>
        {person == null ? <MailText text={reference} /> : <bdi>{person.displayName}</bdi>}
        {person == null ? null : (
          <span className="muted small">
            {' '}
            <MailText text={person.email ?? reference} />
          </span>
        )}
      </span>
      <button type="button" aria-label={t('takeOffList', { name: reference })} onClick={remove}>
        <DismissRegular aria-hidden="true" />
      </button>
    </li>
  );
}

/** Pasted addresses: separated by spaces, commas, semicolons or lines, also as a mail program has them. */
export function referencesIn(text: string): string[] {
  const bracketed = [...text.matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map(
    ([, address]) => address ?? '',
  );
  return bracketed.length > 0 ? bracketed : text.split(/[\s,;]+/).filter((part) => part !== '');
}
