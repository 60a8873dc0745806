// A text field that suggests people while the user types: a combobox with a list box (WAI-ARIA APG, "Combobox
// Pattern"). Any text is accepted, because a directory may not be searchable.
import { Input } from '@fluentui/react-input';
import { useQuery } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { api } from '../api/client.ts';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { isReference, useRemember } from './known-people.ts';
import { MailText } from './mail-text.tsx';
import { Initials } from './persona.tsx';
import { Status } from './status.tsx';
import { useDebounced } from './use-debounced.ts';

export interface Suggestion {
  /** E-mail address or user id. */
  readonly reference: string;
  readonly name: string | null;
  /** The account may not sign in: nothing can be given to such a person. */
  readonly isDisabled?: boolean;
}

export interface Suggestions {
  readonly queryKey: readonly unknown[];
  /** @param text may be empty */
  readonly read: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
}

const shown = 6;

const shortest = 2;

/** The people of the directory. */
export const directoryPeople: Suggestions = {
  queryKey: ['people', 'suggestions'],
  async read(text, signal) {
    if (text.length < shortest) return [];
    const found = await api.get('/people', { query: { search: text, limit: shown }, signal });
    return found.items.map(({ id, email, displayName, enabled }) => ({
      reference: email ?? id,
      name: displayName,
      isDisabled: !enabled,
    }));
  },
};

/** @param props.field what the surrounding Field sets on its input */
export function PersonInput({
  field,
  value,
  onChange,
  onPick,
  onEnter,
  onPaste,
  suggestions,
  autoFocus = false,
}: {
  field: object;
  value: string;
  onChange: (text: string) => void;
  onPick: (reference: string) => void;
  /** Enter without a suggestion. True: the form is not sent. */
  onEnter?: () => boolean;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  suggestions: Suggestions;
  autoFocus?: boolean;
}) {
  const t = useMessages(common);
  const remember = useRemember();
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  // By its reference: other suggestions may arrive while one is chosen.
  const [chosenReference, setChosen] = useState<string>();
  // The text for which Enter was pressed before its suggestions were there.
  const [awaited, setAwaited] = useState<string>();
  const text = useDebounced(value.trim(), 150);
  const query = useQuery({
    queryKey: [...suggestions.queryKey, text],
    queryFn: ({ signal }) => suggestions.read(text, signal),
    enabled: isOpen,
    placeholderData: (before) => before,
    // Without suggestions, the field is a text field.
    retry: false,
  });
  const found = isOpen ? (query.data ?? []).slice(0, shown) : [];
  // A list of what is typed already would only cover the form.
  const isTyped = found.length === 1 && found[0]?.reference === value.trim();
  const options = isTyped ? [] : found;
  const isShown = options.length > 0;
  const isAnswered = text === value.trim() && !query.isPlaceholderData && !query.isLoading;
  // Enter takes the first person who can be named, except beside an address that is typed in full.
  const isSought = value.trim() !== '' && !isReference(value.trim());
  const first =
    isSought && isAnswered ? options.findIndex(({ isDisabled }) => isDisabled !== true) : -1;
  const chosenAt = options.findIndex(({ reference }) => reference === chosenReference);
  const active = chosenAt < 0 ? first : chosenAt;
  const close = () => {
    setIsOpen(false);
    setChosen(undefined);
    setAwaited(undefined);
  };
  const pick = (option: Suggestion) => {
    remember(option.reference, option.name);
    onPick(option.reference);
    close();
  };
  const takeFirst = useEffectEvent(() => {
    const option = options[first];
    if (option !== undefined) pick(option);
    else onEnter?.();
  });
  const isAwaited = isAnswered && awaited === value;
  useEffect(() => {
    if (isAwaited) takeFirst();
  }, [isAwaited]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = options[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const next = active < 0 && step < 0 ? -1 : active + step;
      setChosen(options.at(next % options.length)?.reference);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      pick(chosen);
    } else if (event.key === 'Enter' && isOpen && isSought && !isAnswered && !query.isError) {
      event.preventDefault();
      setAwaited(value);
    } else if (event.key === 'Enter' && onEnter?.() === true) {
      event.preventDefault();
      close();
    } else if (event.key === 'Escape' && isShown) {
      // Closes the list, not the dialog.
      event.preventDefault();
      close();
    }
  };

  return (
    <div className="person-input">
      <Input
        {...field}
        value={value}
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        onChange={(_event, data) => {
          onChange(data.value);
          setIsOpen(true);
          setChosen(undefined);
          setAwaited(undefined);
        }}
        onFocus={() => setIsOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
        {...(onPaste !== undefined && { onPaste })}
      />
      {isShown ? (
        <ul className="suggestions" role="listbox" id={listId} aria-label={t('suggestions')}>
          {options.map((option, index) => (
            <li
              key={option.reference}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
            >
              <Initials of={option.name ?? option.reference} size="small" />
              <span>
                {option.name === null ? null : <bdi className="name">{option.name}</bdi>}{' '}
                <span className="muted small">
                  <MailText text={option.reference} />
                </span>
              </span>
              {option.isDisabled === true ? <Status status="disabled" /> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
