// Fields for people: one person, or any number of them as removable chips.
import { Field } from '@fluentui/react-field';
import { DismissRegular } from '@fluentui/react-icons';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { directoryPeople, PersonInput, type Suggestions } from './person-input.tsx';

interface Common<Value> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly fault: string | undefined;
  readonly hint?: string;
  readonly suggestions?: Suggestions;
  readonly autoFocus?: boolean;
  readonly required?: boolean;
}

function message(fault: string | undefined) {
  return fault === undefined ? {} : { validationMessage: fault, validationState: 'error' as const };
}

export function PersonField({
  label,
  value,
  onChange,
  fault,
  hint,
  suggestions = directoryPeople,
  autoFocus = false,
  required = false,
}: Common<string>) {
  return (
    <Field
      label={label}
      required={required}
      {...(hint !== undefined && { hint })}
      {...message(fault)}
    >
      {(field) => (
        <PersonInput
          field={field}
          value={value}
          onChange={onChange}
          onPick={onChange}
          suggestions={suggestions}
          autoFocus={autoFocus}
        />
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
  return withAll(chosen, [typed.trim()]);
}

function withAll(chosen: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...chosen, ...more.filter((reference) => reference !== '')])];
}

export function PeopleField({
  label,
  value,
  onChange,
  fault,
  hint,
  suggestions = directoryPeople,
}: Common<Picked>) {
  const t = useMessages(common);
  const { chosen, typed } = value;
  const add = (...references: readonly string[]) =>
    onChange({ chosen: withAll(chosen, references), typed: '' });
  return (
    <Field label={label} {...(hint !== undefined && { hint })} {...message(fault)}>
      {(field) => (
        <div className="people-field">
          {chosen.length === 0 ? null : (
            <ul className="chips" aria-label={t('chosenPeople')}>
              {chosen.map((reference) => (
                <li key={reference}>
                  <span className="wrap">{reference}</span>
                  <button
                    type="button"
                    aria-label={t('takeOffList', { name: reference })}
                    onClick={() =>
                      onChange({ chosen: chosen.filter((one) => one !== reference), typed })
                    }
                  >
                    <DismissRegular aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <PersonInput
            field={field}
            value={typed}
            onChange={(text) => onChange({ chosen, typed: text })}
            onPick={(reference) => add(reference)}
            onEnter={() => {
              if (typed.trim() === '') return false;
              add(typed.trim());
              return true;
            }}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text').split(/[\s,;]+/);
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
