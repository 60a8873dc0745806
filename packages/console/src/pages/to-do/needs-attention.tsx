// The first card of Home: each thing that needs a person now, how many, since when, and a link to where it is solved.
import { Link } from 'react-router';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card } from '../../components/layout.tsx';
import { Moment } from '../../components/time.tsx';
import { overview as texts } from '../../messages/overview.ts';
import { toDo as toDoTexts } from '../../messages/to-do.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { AttentionItem } from './attention-items.ts';

export function NeedsAttention({ items }: { items: readonly AttentionItem[] }) {
  const t = useMessages(texts);
  const d = useMessages(toDoTexts);
  const columns: readonly Column<AttentionItem>[] = [
    {
      title: d('what'),
      cell: ({ to, text, isUrgent }) => (
        <span className={`attention-line ${isUrgent ? 'urgent' : ''}`}>
          <span className={`attention-sign ${isUrgent ? 'bad' : 'warn'}`} aria-hidden="true">
            {isUrgent ? '✕' : '!'}
          </span>
          <Link to={to}>{text}</Link>
        </span>
      ),
    },
    { title: d('many'), cell: ({ count = '' }) => count },
    {
      title: d('since'),
      cell: ({ since = null, isGoverned = false }) => (
        <Moment isGoverned={isGoverned} iso={since} absent="" />
      ),
    },
  ];
  return (
    <Card title={t('attention.title')} className={items.length === 0 ? '' : 'flush'}>
      {items.length === 0 ? (
        <p className="muted">{t('attention.none')}</p>
      ) : (
        <DataTable items={items} keyOf={({ to }) => to} columns={columns} />
      )}
    </Card>
  );
}
