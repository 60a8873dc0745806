import { useFormat } from '../messages/use-format.ts';

/** A choice of the list that is shown, each with the number of its items. */
export function Tabs<Value extends string>({
  label,
  tabs,
  chosen,
  choose,
}: {
  label: string;
  tabs: readonly (readonly [value: Value, title: string, count?: number | undefined])[];
  chosen: Value;
  choose: (value: Value) => void;
}) {
  const format = useFormat();
  return (
    <div className="switch" role="group" aria-label={label}>
      {tabs.map(([value, title, count]) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => choose(value)}
        >
          {title}
          {count === undefined ? null : <span className="count">{` ${format.number(count)}`}</span>}
        </button>
      ))}
    </div>
  );
}
