import { Field } from '@fluentui/react-field';
import { Input } from '@fluentui/react-input';
import { faultProps } from './fault-props.ts';

export function TextField({
  label,
  value,
  onChange,
  fault,
  hint,
  required = false,
  type = 'text',
  placeholder,
  mono = false,
  readOnly = false,
  autoFocus = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
  hint?: string;
  required?: boolean;
  type?: 'text' | 'email' | 'date' | 'number' | 'search' | 'password';
  placeholder?: string;
  mono?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
}) {
  return (
    <Field
      label={label}
      required={required}
      {...(hint !== undefined && { hint })}
      {...faultProps(fault)}
    >
      <Input
        type={type}
        value={value}
        autoFocus={autoFocus}
        readOnly={readOnly}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        spellCheck={!mono}
        {...(mono && { className: 'mono-input' })}
        {...(placeholder !== undefined && { placeholder })}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  );
}
