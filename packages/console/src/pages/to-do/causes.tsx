// The causes of what is to do, as a table.
import { Link } from 'react-router';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/time.tsx';
import { toDo as texts } from '../../messages/to-do.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { addressOf, causeKey, causeText, countText, isGoverned } from './cause-text.ts';
import type { Cause } from './use-to-do.ts';

export function CauseTable({ causes }: { causes: readonly Cause[] }) {
  const t = useMessages(texts);
  const columns: readonly Column<Cause>[] = [
    {
      title: t('what'),
      cell: (one) => (
        <Link className="name" to={addressOf(one)}>
          {causeText(one)}
        </Link>
      ),
    },
    { title: t('many'), cell: (one) => countText(one) ?? '' },
    {
      title: t('since'),
      cell: (one) => <Moment isGoverned={isGoverned(one)} iso={one.since} absent="" />,
    },
  ];
  return (
    <DataTable items={causes} keyOf={(one) => `${one.area} ${causeKey(one)}`} columns={columns} />
  );
}
