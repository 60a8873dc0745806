// A field for several lines of text, within a Field, which labels it.
import { useFieldControlProps_unstable } from '@fluentui/react-field';
import type { ComponentProps } from 'react';

export function TextArea({
  className = '',
  onChange,
  ...props
}: Omit<ComponentProps<'textarea'>, 'onChange'> & { onChange: (value: string) => void }) {
  const control = useFieldControlProps_unstable(props, {
    supportsLabelFor: true,
    supportsRequired: true,
  });
  return (
    <textarea
      {...control}
      className={`text-area ${className}`}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
