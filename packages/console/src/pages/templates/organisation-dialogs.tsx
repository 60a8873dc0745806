// The dialogs of an organisation: add, edit and delete.
import { api } from '../../api/client.ts';
import type { OrganisationItem } from '../../api/types.ts';
import { checkOf } from '../../components/body-check.ts';
import type { ChangeDialog } from '../../components/change-dialog.ts';
import { Confirm } from '../../components/confirm.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PersonField } from '../../components/people-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TriedMonths } from '../../components/tried-months.tsx';
import { useVersionedForm } from '../../components/use-versioned-form.ts';
import { changes } from '../../messages/changes.ts';
import { common } from '../../messages/common.ts';
import { organisations as texts } from '../../messages/organisations.ts';
import { useMessages } from '../../messages/use-messages.ts';

interface Draft {
  readonly name: string;
  readonly identifier: string;
  readonly steward: string;
}

const draftOf = (organisation: OrganisationItem | undefined): Draft => ({
  name: organisation?.name ?? '',
  identifier: organisation?.identifier ?? '',
  steward: organisation?.steward ?? '',
});

const bodyOf = ({ name, identifier, steward }: Draft) => ({
  name: name.trim(),
  identifier: identifier.trim(),
  steward: steward.trim() === '' ? null : steward.trim(),
});

export function OrganisationForm({
  organisation,
  close,
  settled,
  added,
}: ChangeDialog & {
  organisation?: OrganisationItem;
  added?: (organisationId: string) => void;
}) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const told = useMessages(changes);
  const form = useVersionedForm({
    of: organisation ?? { etag: '' },
    initial: () => draftOf(organisation),
    check: (values) => checkOf('post', '/organisations', bodyOf(values)),
    send: (values, { etag, idempotencyKey }) =>
      organisation === undefined
        ? api.post('/organisations', { body: bodyOf(values), idempotencyKey })
        : api.put('/organisations/{organisationId}', {
            path: { organisationId: organisation.organisationId },
            body: bodyOf(values),
            etag,
          }),
    done({ organisationId }) {
      close();
      if (organisation === undefined) added?.(organisationId);
    },
    settled,
    finished({ organisationId, name, etag }) {
      if (organisation === undefined) {
        const to = `/organisations/${organisationId}/new-template`;
        return { title: told('added', { name }), link: { to, label: told('addTemplate') } };
      }
      return {
        title: told('saved', { name }),
        undo: () =>
          api.put('/organisations/{organisationId}', {
            path: { organisationId },
            body: bodyOf(draftOf(organisation)),
            etag,
          }),
      };
    },
  });
  return (
    <FormDialog
      title={organisation === undefined ? t('add') : t('edit', { name: organisation.name })}
      submit={organisation === undefined ? c('add') : c('save')}
      {...form}
      close={close}
    >
      <TextField label={t('name')} {...form.field('name')} required autoFocus />
      <TextField
        label={t('identifier')}
        hint={t('identifierHint')}
        {...form.field('identifier')}
        required
        mono
      />
      <PersonField label={t('steward')} hint={t('stewardHint')} {...form.field('steward')} />
      {organisation === undefined ? null : (
        <TriedMonths
          queryKey={['organisation', organisation.organisationId]}
          body={bodyOf({ ...draftOf(organisation), steward: form.values.steward })}
          plan={(request) =>
            api.post('/organisations/{organisationId}/plan', {
              path: { organisationId: organisation.organisationId },
              ...request,
            })
          }
        />
      )}
    </FormDialog>
  );
}

/** Says what prevents the deletion, as long as something does. Templates cannot be deleted while they have groups. */
export function DeleteOrganisation({
  organisation,
  close,
  settled,
}: ChangeDialog & { organisation: OrganisationItem }) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const { organisationId, name, templates, etag } = organisation;
  const count = templates.length;
  return (
    <Confirm
      title={t('delete', { name })}
      finished={told('deleted', { name })}
      action={t('deleteAction')}
      isRefused={count > 0}
      close={close}
      work={() => api.delete('/organisations/{organisationId}', { path: { organisationId }, etag })}
      settled={settled}
    >
      <p>{count > 0 ? t('hasTemplates', { name, count }) : t('deleteHint')}</p>
    </Confirm>
  );
}
