// The dialog of the search everywhere: a combobox with grouped results (WAI-ARIA APG, "Combobox Pattern"). The focus
// stays in the field; the arrow keys choose, and Enter opens.
import { Input } from '@fluentui/react-input';
import { SearchRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { useIsLimited, useSession } from '../api/session.ts';
import { Modal } from '../components/modal.tsx';
import { useDebounced } from '../components/use-debounced.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { actionsFor, pagesFor, type ResultGroup, resultGroups } from './search-results.ts';
import { useSections } from './sections.ts';

const shortest = 2;

export function SearchDialog({ close }: { close: () => void }) {
  const t = useMessages(shell);
  const navigate = useNavigate();
  const id = useId();
  const sections = useSections();
  const isLimited = useIsLimited();
  const { administrator } = useSession();
  const [value, setValue] = useState('');
  const [at, setAt] = useState({ text: '', to: '' });
  // The text for which Enter was pressed before its results were there.
  const [awaited, setAwaited] = useState<string>();
  const text = useDebounced(value.trim(), 150);
  const isAsked = text.length >= shortest;
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => api.get('/search', { query: { text }, signal }),
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  const pages = { kind: 'pages' as const, results: pagesFor(value.trim(), sections, t) };
  const actions = {
    kind: 'actions' as const,
    results: actionsFor(value.trim(), administrator.permissions, isLimited, t),
  };
  const groups = [pages, actions, ...(isAsked && data !== undefined ? resultGroups(data) : [])]
    .filter(({ results }) => results.length > 0)
    .toSorted((one, other) => Number(hasExact(other)) - Number(hasExact(one)));
  const all = groups.flatMap(({ results }) => results);
  const isAnswered = !isPlaceholderData && (data !== undefined || error !== null);
  const isCurrent = text === value.trim() && (!isAsked || isAnswered);
  // By its address: other results may arrive while one is chosen.
  const chosenAt = at.text === value ? all.findIndex(({ to }) => to === at.to) : -1;
  const index = Math.max(chosenAt, 0);
  const open = (to: string) => {
    close();
    // Pages of the service are documents beside the admin center.
    if (to.startsWith('/')) void navigate(to);
    else window.open(to, '_blank', 'noreferrer');
  };
  const openChosen = () => {
    const chosen = all[index];
    if (chosen !== undefined) open(chosen.to);
  };
  const onAnswer = useEffectEvent(openChosen);
  const isAwaited = isCurrent && awaited === value;
  useEffect(() => {
    if (isAwaited) onAnswer();
  }, [isAwaited]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) {
      event.preventDefault();
      setAt({ text: value, to: all.at((index + step) % all.length)?.to ?? '' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // The first result may be one of an earlier text. The pages are those of the present one.
      if (isCurrent || chosenAt >= 0 || pages.results.length + actions.results.length > 0)
        openChosen();
      else setAwaited(value);
    }
  };
  const said =
    error === null
      ? [data?.people === null && t('search.noPeople'), all.length === 0 && t('search.none')]
      : [error.message];
  return (
    <Modal title={t('search.title')} close={close} className="modal palette">
      <Input
        autoFocus
        size="large"
        value={value}
        placeholder={t('search.placeholder')}
        contentBefore={<SearchRegular aria-hidden="true" />}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-label={t('search.title')}
        aria-autocomplete="list"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={all.length > 0 ? `${id}-${index}` : undefined}
        onChange={(_event, data) => setValue(data.value)}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label={t('search.results')} className="results">
        {groups.map(({ kind, results }) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <div id={`${id}-${kind}`} className="results-head">
              {t(`search.kind.${kind}`)}
            </div>
            {results.map((result) => (
              <Option
                key={result.to + result.title}
                id={`${id}-${all.indexOf(result)}`}
                isChosen={all[index] === result}
                title={result.title}
                note={result.note}
                open={() => open(result.to)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="muted small">
        {isAsked && isCurrent ? said.filter((text) => text !== false).join(' ') : ''}
      </p>
    </Modal>
  );
}

/** The thing that the text names is the first one of all. */
const hasExact = ({ results }: ResultGroup) => results[0]?.isExact === true;

function Option({
  id,
  isChosen,
  title,
  note,
  open,
}: {
  id: string;
  isChosen: boolean;
  title: string;
  note: string | undefined;
  open: () => void;
}) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className="result"
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={open}
    >
      <span className="wrap">{title}</span>
      {note === undefined ? null : <span className="muted small wrap">{note}</span>}
    </div>
  );
}
