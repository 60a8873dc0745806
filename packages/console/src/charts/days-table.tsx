import { type Column, DataTable } from '../components/data-table.tsx';
import { charts as texts } from '../messages/charts.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from 'react-router';
import type { Day } from './day.ts';

/** The figures of a chart of days, newest first. */
export function DaysTable<Part extends string>({
  label,
  days,
  parts,
  to,
  dayTitle,
}: {
  label: string;
  days: readonly Day<NoInfer<Part>>[];
  parts: Readonly<Record<Part, string>>;
  to?: (date: string, part?: Part) => string | undefined;
  dayTitle?: string;
}) {
  const t = useMessages(texts);
  const format = useFormat();
  const names = Object.keys(parts) as Part[];
  const columns: readonly Column<Day<Part>>[] = [
    {
      title: dayTitle ?? t('day'),
      cell: (day) => {
        const isEmpty = names.every((part) => day[part] === 0);
        return linked(format.date(day.date), isEmpty ? undefined : to?.(day.date));
      },
    },
    ...names.map((part) => ({
      title: parts[part],
      cell: (day: Day<Part>) =>
        linked(format.number(day[part]), day[part] === 0 ? undefined : to?.(day.date, part)),
    })),
  ];
  return (
    <div className="chart-table" tabIndex={0} role="region" aria-label={label}>
      <DataTable
        look="figures"
        items={days.toReversed()}
        keyOf={({ date }) => date}
        columns={columns}
      />
    </div>
  );
}

function linked(text: string, to: string | undefined) {
  return to === undefined ? (
    text
  ) : (
    <Link to={to} preventScrollReset={to.startsWith('?')}>
      {text}
    </Link>
  );
}
