// The access of an API key: its scopes, and the organisations it is limited to.
import { useQuery } from '@tanstack/react-query';
import { api, getAll } from '../api/client.ts';
import type { ApiKeyItem, Scope } from '../api/types.ts';
import { Choices } from '../components/choices.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { type Form, useForm } from '../components/use-form.ts';

export interface AccessValues {
  readonly scopes: readonly Scope[];
  /** None: no limit. */
  readonly organisationIds: readonly string[];
}

export const defaultAccess: AccessValues = {
  scopes: ['groups:create', 'groups:read'],
  organisationIds: [],
};

const meanings: Readonly<Record<Scope, string>> = {
  'groups:create': 'create groups',
  'groups:read': 'read groups, organisations and events',
  'groups:change': 'change and archive groups',
  'groups:delete': 'delete and restore groups',
  'responsibility:change': 'change responsible and deputy',
  'people:search': 'search people of the directory',
  'organisations:manage': 'manage organisations',
  'templates:manage': 'manage templates',
  'api-keys:manage': 'manage keys with no more access',
  'webhooks:manage': 'manage webhooks, which get every event',
  'tasks:read': 'read tasks',
  'tasks:decide': 'decide tasks',
  'approvals:decide': 'decide approvals, and no other tasks',
  'groups:intervene': 'cancel and retry creations',
  'activity:read': 'read the activity log',
};

const scopeChoices = Object.entries(meanings).map(([scope, meaning]) => ({
  value: scope as Scope,
  label: scope,
  meaning,
}));

export function accessOf({ scopes, organisationIds }: AccessValues) {
  return { scopes, organisationIds: organisationIds.length === 0 ? null : organisationIds };
}

function useOrganisations() {
  const organisations = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
  return organisations.data?.items ?? [];
}

export function AccessFields({ form }: { form: Pick<Form<AccessValues>, 'field'> }) {
  const organisations = useOrganisations().map(({ organisationId, name }) => ({
    value: organisationId,
    label: name,
  }));
  return (
    <>
      <Choices legend="Scopes" choices={scopeChoices} {...form.field('scopes')} />
      {organisations.length === 0 ? null : (
        <Choices
          legend="Organisations (all if none selected)"
          choices={organisations}
          {...form.field('organisationIds')}
        />
      )}
    </>
  );
}

export function ChangeAccess({
  apiKey,
  close,
  settled,
}: {
  readonly apiKey: ApiKeyItem;
  readonly close: () => void;
  readonly settled: () => void;
}) {
  const { keyId, name, etag, scopes, organisationIds } = apiKey;
  const form = useForm<AccessValues, unknown>({
    initial: { scopes, organisationIds: organisationIds ?? [] },
    send: (values) =>
      api.put('/api-keys/{keyId}/access', { path: { keyId }, body: accessOf(values), etag }),
    done: close,
    settled,
  });
  return (
    <FormDialog title={`Change the access of ${name}`} submit="Save" {...form} close={close}>
      <p>The change applies within a second, for tokens that exist already, too.</p>
      <AccessFields form={form} />
    </FormDialog>
  );
}

/** The scopes of a key, and its organisations by their names. */
export function Access({ apiKey }: { readonly apiKey: ApiKeyItem }) {
  const { scopes, organisationIds } = apiKey;
  const organisations = useOrganisations();
  const nameOf = (id: string) =>
    organisations.find(({ organisationId }) => organisationId === id)?.name ?? id;
  return (
    <div className="small muted">
      <div>{scopes.join(', ')}</div>
      {organisationIds === null ? null : <div>Only {organisationIds.map(nameOf).join(', ')}</div>}
    </div>
  );
}
