import { Field } from '@fluentui/react-field';
import { Switch } from '@fluentui/react-switch';
import { faultProps } from './fault-props.ts';

/** Yes or no, each in words. */
export function SwitchField({
  label,
  value,
  onChange,
  on,
  off,
  hint,
  fault,
}: {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  on: string;
  off: string;
  hint?: string;
  fault?: string | undefined;
}) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} {...faultProps(fault)}>
      <Switch
        checked={value}
        label={value ? on : off}
        onChange={(_event, { checked }) => onChange(checked)}
      />
    </Field>
  );
}
