// The fields of a request for a group, with the faults that the service finds in them.
import { useQuery } from '@tanstack/react-query';
import { getAll } from '../../api/client.ts';
import { PeopleField, PersonField } from '../../components/people-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { groupRequest } from '../../messages/group-request.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { placeholdersOf, type RequestValues } from './request-values.ts';

interface RequestPart {
  readonly values: RequestValues;
  readonly set: (change: Partial<RequestValues>) => void;
  /** The faults of the field at this pointer. */
  readonly faultOf: (pointer: string) => string | undefined;
}

/** Every template with its organisation. */
function useTemplates() {
  const { data } = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
  return data?.items.flatMap(({ organisationId, name, templates }) =>
    templates.map((template) => ({ ...template, organisationId, organisation: name })),
  );
}

export function NameFields({ values, set, faultOf }: RequestPart) {
  const t = useMessages(groupRequest);
  const template = useTemplates()?.find(({ templateId }) => templateId === values.templateId);
  const patterns = {
    displayName: template?.displayNamePattern ?? '',
    mailNickName: template?.mailNicknamePattern ?? '',
  };
  const hint = (pattern: string) =>
    pattern === '' ? {} : { hint: t('nameFromPattern', { pattern }) };
  return (
    <>
      {placeholdersOf(Object.values(patterns)).map((name) => (
        <TextField
          key={name}
          label={name}
          value={values.properties[name] ?? ''}
          onChange={(value) => set({ properties: { ...values.properties, [name]: value } })}
          fault={faultOf(`/properties/${name}`)}
        />
      ))}
      <TextField
        label={t('displayName')}
        value={values.displayName}
        onChange={(displayName) => set({ displayName })}
        fault={faultOf('/displayName')}
        required={patterns.displayName === ''}
        {...hint(patterns.displayName)}
      />
      <TextField
        label={t('alias')}
        value={values.mailNickName}
        onChange={(mailNickName) => set({ mailNickName })}
        fault={faultOf('/mailNickName')}
        required={patterns.mailNickName === ''}
        mono
        {...hint(patterns.mailNickName)}
      />
      <TextField
        label={t('description')}
        value={values.description}
        onChange={(description) => set({ description })}
        fault={faultOf('/description')}
      />
    </>
  );
}

export function PeopleFields({ values, set, faultOf }: RequestPart) {
  const t = useMessages(groupRequest);
  return (
    <>
      <PersonField
        label={t('responsible')}
        value={values.responsible}
        onChange={(responsible) => set({ responsible })}
        fault={faultOf('/responsible')}
      />
      <PersonField
        label={t('deputy')}
        value={values.deputy}
        onChange={(deputy) => set({ deputy })}
        fault={faultOf('/deputy')}
      />
      <PeopleField
        label={t('owners')}
        value={values.owners}
        onChange={(owners) => set({ owners })}
        fault={faultOf('/owners')}
        hint={t('peopleHint')}
      />
      <PeopleField
        label={t('members')}
        value={values.members}
        onChange={(members) => set({ members })}
        fault={faultOf('/members')}
      />
    </>
  );
}
