import { Field } from '@fluentui/react-field';
import { Input } from '@fluentui/react-input';
import { SearchRegular } from '@fluentui/react-icons';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';

export function SearchField({
  label,
  value,
  onChange,
  placeholder,
}: {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
}) {
  const t = useMessages(common);
  return (
    <Field label={label ?? t('search')} className="search">
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
