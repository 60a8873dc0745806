// The values that a template asks for: one field for each placeholder of its patterns and for each declared property, in
// the form of its type.
import type { TemplateItem } from '../../../api/types.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { common } from '../../../messages/common.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import type { RequestPart } from './request-fields.tsx';
import { type AskedTemplate, askedProperties, placeholdersOf } from './asked-properties.ts';

export function PropertyFields({
  template,
  values,
  set,
  faultOf,
  hintOf = (_name, hint) => (hint === undefined ? {} : { hint }),
}: {
  template: AskedTemplate;
  /** The hint of the field of a property, from that of the template. */
  hintOf?: (name: string, hint: string | undefined) => { readonly hint?: string };
  values: Pick<RequestPart['values'], 'properties'>;
  set: (change: Pick<RequestPart['values'], 'properties'>) => void;
  faultOf: RequestPart['faultOf'];
}) {
  const placeholders = placeholdersOf([template.mailNicknamePattern, template.displayNamePattern]);
  return askedProperties(template).map((name) => {
    const pointer = `/properties/${name}`;
    return (
      <div key={name} data-pointer={pointer}>
        <PropertyField
          name={name}
          hintOf={hintOf}
          rules={template.properties[name] ?? {}}
          isInPattern={placeholders.includes(name)}
          value={values.properties[name] ?? ''}
          onChange={(value) => set({ properties: { ...values.properties, [name]: value } })}
          fault={faultOf(pointer)}
        />
      </div>
    );
  });
}

function PropertyField({
  name,
  hintOf,
  rules,
  isInPattern,
  value,
  onChange,
  fault,
}: {
  name: string;
  hintOf: NonNullable<Parameters<typeof PropertyFields>[0]['hintOf']>;
  rules: TemplateItem['properties'][string];
  isInPattern: boolean;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}) {
  const c = useMessages(common);
  const { type = 'text', description, choices = [], default: standard } = rules;
  const field = {
    label: name,
    value,
    onChange,
    fault,
    required: standard === undefined && (isInPattern || rules.required === true),
    ...hintOf(name, description === '' ? undefined : description),
  };
  if (type === 'choice') {
    const options = choices.map((choice) => [choice, choice] as const);
    return <SelectField {...field} options={[['', standard ?? c('none')], ...options]} />;
  }
  return <TextField {...field} type={type} placeholder={standard ?? ''} />;
}
