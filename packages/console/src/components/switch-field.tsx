import { Field } from '@fluentui/react-field';
import { useId } from 'react';
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
  const text = useId();
  return (
    <Field label={label} {...(hint !== undefined && { hint })} {...faultProps(fault)}>
      {({ 'aria-labelledby': field = '', ...control }) => (
        <label className="yes-no">
          <input
            {...control}
            type="checkbox"
            role="switch"
            aria-labelledby={`${field} ${text}`}
            checked={value}
            onChange={({ target }) => onChange(target.checked)}
          />
          <span id={text}>{value ? on : off}</span>
        </label>
      )}
    </Field>
  );
}
