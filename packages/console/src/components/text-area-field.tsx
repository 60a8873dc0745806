import { Field } from '@fluentui/react-field';
import { TextArea } from './text-area.tsx';
import { faultProps } from './fault-props.ts';

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
  /** It belongs to the text, where it differs from the page. */
  lang?: string;
}) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} {...faultProps(fault)}>
      <TextArea
        value={value}
        rows={rows}
        {...(lang !== undefined && { lang })}
        onChange={onChange}
      />
    </Field>
  );
}
