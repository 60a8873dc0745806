// The access of an API key: its scopes, and the organisations it is limited to.
import { useQuery } from '@tanstack/react-query';
import { api, getAll } from '../api/client.ts';
import type { ApiKeyItem, Scope } from '../api/types.ts';
import type { ChangeDialog } from '../components/change-dialog.ts';
import { Choices } from '../components/choices.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { type Form, useForm } from '../components/use-form.ts';
import { apiKeys as texts } from '../messages/api-keys.ts';
import { en } from '../messages/en/api-keys.ts';
import { common } from '../messages/common.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { changes } from '../messages/changes.ts';

export interface AccessValues {
  readonly scopes: readonly Scope[];
  /** None: no limit. */
  readonly organisationIds: readonly string[];
}

export const defaultAccess: AccessValues = {
  scopes: ['groups:create', 'groups:read'],
  organisationIds: [],
};

/** Each scope of the API has a text; the compiler demands it. */
const scopes = Object.keys(en.scope satisfies Record<Scope, unknown>) as readonly Scope[];

export function accessOf({ scopes, organisationIds }: AccessValues) {
  return { scopes, organisationIds: organisationIds.length === 0 ? null : organisationIds };
}

export function useOrganisations() {
  const organisations = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
  return organisations.data?.items ?? [];
}

export function AccessFields({ form }: { form: Pick<Form<AccessValues>, 'field'> }) {
  const t = useMessages(texts);
  const organisations = useOrganisations().map(({ organisationId, name }) => ({
    value: organisationId,
    label: name,
  }));
  const scopeChoices = scopes.map((scope) => ({
    value: scope,
    label: scope,
    meaning: t(`scope.${scope}`),
  }));
  return (
    <>
      <Choices legend={t('scopes')} choices={scopeChoices} {...form.field('scopes')} />
      {organisations.length === 0 ? null : (
        <Choices
          legend={t('organisations')}
          choices={organisations}
          {...form.field('organisationIds')}
        />
      )}
    </>
  );
}

export function ChangeAccess({ apiKey, close, settled }: ChangeDialog & { apiKey: ApiKeyItem }) {
  const t = useMessages(texts);
  const tCommon = useMessages(common);
  const told = useMessages(changes);
  const { keyId, name, etag, scopes: present, organisationIds } = apiKey;
  const form = useForm<AccessValues, unknown>({
    initial: { scopes: present, organisationIds: organisationIds ?? [] },
    send: (values) =>
      api.put('/api-keys/{keyId}/access', { path: { keyId }, body: accessOf(values), etag }),
    done: close,
    settled,
    finished: () => told('accessSaved', { name }),
  });
  return (
    <FormDialog
      title={t('changeAccessOf', { name })}
      submit={tCommon('save')}
      {...form}
      close={close}
    >
      <p>{t('accessHint')}</p>
      <AccessFields form={form} />
    </FormDialog>
  );
}

/** The scopes of a key, and its organisations by their names. */
export function Access({ apiKey }: { readonly apiKey: ApiKeyItem }) {
  const t = useMessages(texts);
  const format = useFormat();
  const organisations = useOrganisations();
  const nameOf = (id: string) =>
    organisations.find(({ organisationId }) => organisationId === id)?.name ?? id;
  const { organisationIds } = apiKey;
  return (
    <div className="small muted">
      <div>{apiKey.scopes.join(', ')}</div>
      {organisationIds === null ? null : (
        <div>{t('only', { names: format.list(organisationIds.map(nameOf)) })}</div>
      )}
    </div>
  );
}
