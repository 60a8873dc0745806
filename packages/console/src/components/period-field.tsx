// A length of time, such as 90 days or 1 year: a number and its unit. Every other ISO 8601 duration is shown as it is.
import { Field, FieldContextProvider } from '@fluentui/react-field';
import { Input } from '@fluentui/react-input';
import { Select } from '@fluentui/react-select';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { faultProps } from './fault-props.ts';

type Unit = 'H' | 'D' | 'W' | 'M' | 'Y';

const periodOf = (count: string, unit: string) =>
  unit === 'H' ? `PT${count}H` : `P${count}${unit}`;

export function PeriodField({
  label,
  value,
  onChange,
  fault,
  hint,
  units = ['D', 'W', 'M', 'Y'],
}: {
  label: string;
  /** It is in ISO 8601; empty: none. */
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
  hint?: string;
  units?: readonly Unit[];
}) {
  const t = useMessages(common);
  const [, hours, count = hours ?? '', unit = hours === undefined ? 'D' : 'H'] =
    /^P(?:T(\d*)H|(\d*)([DWMY]))$/.exec(value) ?? [];
  const isPlain = value === '' || units.some((one) => periodOf(count, one) === value);
  return (
    <Field label={label} {...(hint !== undefined && { hint })} {...faultProps(fault)}>
      {(field) =>
        isPlain ? (
          <div className="period">
            <Input
              {...field}
              type="number"
              min={0}
              value={count}
              autoComplete="off"
              onChange={(_event, data) =>
                onChange(data.value === '' ? '' : periodOf(data.value, unit))
              }
            />
            {/* The id and the label of the field are those of the number. */}
            <FieldContextProvider value={undefined}>
              <Select
                aria-label={t('unitOf', { label })}
                value={unit}
                onChange={(_event, data) => onChange(periodOf(count, data.value))}
              >
                {units.map((letter) => (
                  <option key={letter} value={letter}>
                    {t(`units.${letter}`)}
                  </option>
                ))}
              </Select>
            </FieldContextProvider>
          </div>
        ) : (
          <Input {...field} value={value} onChange={(_event, data) => onChange(data.value)} />
        )
      }
    </Field>
  );
}
