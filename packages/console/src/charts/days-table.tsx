import { charts as texts } from '../messages/charts.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { Day } from './day.ts';

/** The figures of a chart of days, newest first. */
export function DaysTable<Part extends string>({
  label,
  days,
  parts,
}: {
  label: string;
  days: readonly Day<NoInfer<Part>>[];
  parts: Readonly<Record<Part, string>>;
}) {
  const t = useMessages(texts);
  const format = useFormat();
  const names = Object.keys(parts) as Part[];
  return (
    <div className="chart-table" tabIndex={0} role="region" aria-label={label}>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {names.map((part) => (
              <th scope="col" key={part}>
                {parts[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{format.date(day.date)}</th>
              {names.map((part) => (
                <td key={part}>{format.number(day[part])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
