import { Field } from '@fluentui/react-field';
import { Textarea } from '@fluentui/react-textarea';

/** A text of several lines. */
export function TextAreaField({
  label,
  value,
  onChange,
  fault,
  hint,
  rows = 4,
  lang,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
  hint?: string;
  rows?: number;
  /** Of the text, where it differs from the page. */
  lang?: string;
}) {
  return (
    <Field
      label={label}
      {...(hint !== undefined && { hint })}
      {...(fault !== undefined && { validationMessage: fault, validationState: 'error' as const })}
    >
      <Textarea
        value={value}
        rows={rows}
        resize="vertical"
        {...(lang !== undefined && { lang })}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  );
}
