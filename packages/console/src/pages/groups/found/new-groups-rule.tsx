// The rule of the tenant for groups that others make from now on.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import type { DirectoryState } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { checkOf } from '../../../components/body-check.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Card, Loaded } from '../../../components/layout.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useVersionedForm } from '../../../components/use-versioned-form.ts';
import { changes } from '../../../messages/changes.ts';
import { common } from '../../../messages/common.ts';
import { directoryGroups as texts } from '../../../messages/directory-groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';

const queryKey = ['directory'];

export function NewGroupsRule() {
  const t = useMessages(texts);
  const c = useMessages(common);
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMay('settings:manage');
  const directory = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/directory', { signal }),
  });
  return (
    <Card
      title={t('newGroups.title')}
      actions={
        mayChange && directory.data !== undefined ? (
          <Button aria-label={t('newGroups.edit')} onClick={() => setIsOpen(true)}>
            {c('edit')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={directory}>
        {({ newGroups }) => <p className="muted">{t(`newGroups.effect.${newGroups}`)}</p>}
      </Loaded>
      {isOpen && directory.data !== undefined ? (
        <EditRule state={directory.data} close={() => setIsOpen(false)} />
      ) : null}
    </Card>
  );
}

function EditRule({ state, close }: { state: DirectoryState; close: () => void }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const told = useMessages(changes);
  const settled = useInvalidation(queryKey);
  const form = useVersionedForm({
    of: state,
    initial: { newGroups: state.newGroups },
    check: (body) => checkOf('put', '/directory/new-groups', body),
    send: (body, { etag }) => api.put('/directory/new-groups', { body, etag }),
    done: close,
    settled,
    finished: ({ etag }) => ({
      title: told('newGroupsSaved'),
      undo: () => api.put('/directory/new-groups', { body: { newGroups: state.newGroups }, etag }),
    }),
  });
  const field = form.field('newGroups');
  return (
    <FormDialog title={t('newGroups.edit')} submit={c('save')} {...form} close={close}>
      <SelectField
        label={t('newGroups.rule')}
        {...field}
        options={[
          ['report', t('newGroups.rules.report')],
          ['ask', t('newGroups.rules.ask')],
          ['adopt', t('newGroups.rules.adopt')],
        ]}
      />
      <p className="muted small" aria-live="polite">
        {t(`newGroups.effect.${field.value}`)}
      </p>
    </FormDialog>
  );
}
