import { Field } from '@fluentui/react-field';
import { Select } from '@fluentui/react-select';
import { faultProps } from './fault-props.ts';

/** A choice among a few values, each with its label. */
export function SelectField<Value extends string>({
  label,
  value,
  onChange,
  options,
  fault,
  hint,
  required = false,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly (readonly [value: Value, label: string])[];
  fault?: string | undefined;
  hint?: string;
  required?: boolean;
}) {
  return (
    <Field
      label={label}
      required={required}
      {...(hint !== undefined && { hint })}
      {...faultProps(fault)}
    >
      <Select value={value} onChange={(_event, data) => onChange(data.value as Value)}>
        {options.map(([option, shown]) => (
          <option key={option} value={option} dir="auto">
            {shown}
          </option>
        ))}
      </Select>
    </Field>
  );
}
