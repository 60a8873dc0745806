// The people of the sandbox: search, add, disable, remove.
import { PersonAddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { PersonItem } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { AddButton } from '../../../components/add-button.tsx';
import { checkOf } from '../../../components/body-check.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { Confirm } from '../../../components/confirm.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { SearchedList } from '../../../components/searched-list.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Status } from '../../../components/status.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { useSending } from '../../../components/use-sending.ts';
import { useMay } from '../../../api/session.ts';
import { changes } from '../../../messages/changes.ts';
import { common } from '../../../messages/common.ts';
import { sandbox as texts } from '../../../messages/sandbox.ts';
import { useMessages } from '../../../messages/use-messages.ts';

const kinds = ['member', 'guest'] as const;

export function SandboxPeople() {
  const t = useMessages(texts);
  const c = useMessages(common);
  const facts = useFacts();
  const [open, setOpen] = useState<'add' | PersonItem>();
  const mayChange = useMay('settings:manage');
  const settled = useInvalidation(['people']);
  const close = () => setOpen(undefined);
  const told = useMessages(changes);
  const enable = (
    { personId, displayName, etag: _etag, ...others }: PersonItem,
    enabled: boolean,
    etag: string,
  ) =>
    api.put('/directory/people/{personId}', {
      path: { personId },
      body: { ...others, name: displayName, enabled },
      etag,
    });
  const toggle = useSending({
    send: (person: PersonItem) => enable(person, !person.enabled, person.etag),
    onSettled: settled,
    finished: ({ etag }, person) => ({
      title: told(person.enabled ? 'disabled' : 'enabled', { name: person.displayName }),
      undo: () => enable(person, person.enabled, etag),
    }),
  });
  const actions: Column<PersonItem> = {
    title: t('actions'),
    as: 'actions',
    cell: (person) =>
      mayChange ? (
        <RowMenu
          name={person.displayName}
          actions={[
            {
              label: t(person.enabled ? 'disable' : 'enable'),
              of: person.displayName,
              isDisabled: toggle.isPending,
              act: () => toggle.submit(person),
            },
            { label: c('remove'), of: person.displayName, act: () => setOpen(person) },
          ]}
        />
      ) : null,
  };
  return (
    <>
      <FormNotice problem={formProblem(toggle.error, [])} />
      <SearchedList
        read={(options) => api.get('/directory/people', options)}
        queryKey="people"
        placeholder={t('searchPeople')}
        empty={(sought) => t(sought === '' ? 'noPeople' : 'noPeopleMatch')}
        columns={[...facts, actions]}
        keyOf={({ personId }) => personId}
        actions={
          <AddButton icon={<PersonAddRegular />} onClick={() => setOpen('add')}>
            {t('addPerson')}
          </AddButton>
        }
      />
      {open === 'add' ? <AddPerson close={close} settled={settled} /> : null}
      {typeof open === 'object' ? (
        <Confirm
          title={t('removeOf', { name: open.displayName })}
          finished={told('removed', { name: open.displayName })}
          action={t('removePerson')}
          close={close}
          work={() =>
            api.delete('/directory/people/{personId}', {
              path: { personId: open.personId },
              etag: open.etag,
            })
          }
          settled={settled}
        >
          <p>{t('removeNote', { email: open.email })}</p>
        </Confirm>
      ) : null}
    </>
  );
}

interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly kind: (typeof kinds)[number];
}

const bodyOf = ({ name, email, kind }: NewPerson) => ({
  name: name.trim(),
  email: email.trim(),
  kind,
});

function AddPerson({ close, settled }: ChangeDialog) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const told = useMessages(changes);
  const form = useForm<NewPerson, unknown>({
    initial: { name: '', email: '', kind: 'member' },
    check: (values) => checkOf('post', '/directory/people', bodyOf(values)),
    send: (values, idempotencyKey) =>
      api.post('/directory/people', { body: bodyOf(values), idempotencyKey }),
    done: close,
    settled,
    finished: (_answer, { name }) => told('added', { name: name.trim() }),
  });
  return (
    <FormDialog title={t('addPerson')} submit={c('add')} {...form} close={close}>
      <TextField label={t('name')} {...form.field('name')} required autoFocus />
      <TextField label={t('email')} type="email" {...form.field('email')} required />
      <SelectField
        label={t('kind')}
        options={kinds.map((kind) => [kind, t(`kinds.${kind}`)] as const)}
        {...form.field('kind')}
      />
    </FormDialog>
  );
}

function useFacts(): readonly Column<PersonItem>[] {
  const t = useMessages(texts);
  return [
    {
      title: t('person'),
      cell: ({ displayName, email }) => (
        <>
          <div className="name">
            <bdi>{displayName}</bdi>
          </div>
          <span className="muted small wrap">{email}</span>
        </>
      ),
    },
    { title: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      title: t('account'),
      cell: ({ enabled }) => <Status status={enabled ? 'enabled' : 'disabled'} />,
    },
  ];
}
