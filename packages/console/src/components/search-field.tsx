import { Field } from '@fluentui/react-field';
import { Input } from '@fluentui/react-input';
import { SearchRegular } from '@fluentui/react-icons';

export function SearchField({
  label = 'Search',
  value,
  onChange,
  placeholder,
}: {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
}) {
  return (
    <Field label={label} className="search">
      <Input
        type="search"
        value={value}
        placeholder={placeholder}
        contentBefore={<SearchRegular aria-hidden="true" />}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  );
}
