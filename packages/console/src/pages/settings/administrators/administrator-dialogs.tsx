// The dialogs of an administrator: invitation, role, account and removal.
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { type ReactNode, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { AdministratorEntry, AdministratorInvitation } from '../../../api/types.ts';
import { checkOf } from '../../../components/body-check.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Button } from '@fluentui/react-button';
import { notify } from '../../../components/notify.ts';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { useVersionedForm } from '../../../components/use-versioned-form.ts';
import { administrators } from '../../../messages/administrators.ts';
import { changes } from '../../../messages/changes.ts';
import { common } from '../../../messages/common.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import {
  GrantFields,
  grantBodyOf,
  grantOf,
  type GrantValues,
  newGrant,
} from './administrator-grant.tsx';

export type AdministratorDialogKind = 'invite' | 'revoke' | 'role' | 'reset' | 'remove';
type PersonDialog = ChangeDialog & { readonly person: AdministratorEntry };

/** The dialog that is open for a person, if any. */
export function AdministratorDialog({
  kind,
  withOwner,
  ...dialog
}: PersonDialog & { kind: AdministratorDialogKind; withOwner: boolean }) {
  const Dialog = dialogs[kind];
  return <Dialog {...dialog} withOwner={withOwner} />;
}

const newcomerOf = ({ email, ...grant }: GrantValues & { readonly email: string }) => ({
  email: email.trim(),
  ...grantBodyOf(grant),
});

export function Invite({ close, settled, withOwner }: ChangeDialog & { withOwner: boolean }) {
  const t = useMessages(administrators);
  const told = useMessages(changes);
  const [made, setMade] = useState<AdministratorInvitation>();
  const added = ({ administratorId, email }: AdministratorEntry) => {
    close();
    const link = { to: `/administrators/${administratorId}`, label: told('openPerson') };
    notify(told('added', { name: email }), { link });
  };
  const form = useForm<
    GrantValues & { email: string; by: InvitationWay | 'none' },
    AdministratorEntry | AdministratorInvitation
  >({
    initial: { email: '', ...newGrant, by: 'link' },
    check: (values) => checkOf('post', '/administrators', newcomerOf(values)),
    async send({ by, ...newcomer }, idempotencyKey) {
      const body = newcomerOf(newcomer);
      const person = await api.post('/administrators', { body, idempotencyKey });
      return by === 'none' ? person : await invite(person.administratorId, by);
    },
    done: (answer) => ('administrator' in answer ? setMade(answer) : added(answer)),
    ...(settled !== undefined && { settled }),
  });
  if (made !== undefined) {
    return <InvitationMade made={made} close={() => added(made.administrator)} />;
  }
  return (
    <FormDialog title={t('invite')} submit={t('inviteSubmit')} {...form} close={close}>
      <TextField
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        {...form.field('email')}
        required
        autoFocus
      />
      <GrantFields form={form} withOwner={withOwner} />
      <SelectField
        label={t('invitation')}
        hint={t('byHint')}
        options={(['link', 'mail', 'none'] as const).map((way) => [way, t(`by.${way}`)] as const)}
        {...form.field('by')}
      />
    </FormDialog>
  );
}

type InvitationWay = 'link' | 'mail';

const invite = (administratorId: string, by: InvitationWay) =>
  api.post('/administrators/{administratorId}/invitation', {
    path: { administratorId },
    body: { by },
  });

function InviteAgain({ person, close, settled }: PersonDialog) {
  const t = useMessages(administrators);
  const [made, setMade] = useState<AdministratorInvitation>();
  const isKnown = person.lastSignedInAt !== null || person.accountBound;
  const form = useForm<{ by: InvitationWay }, AdministratorInvitation>({
    initial: { by: isKnown ? 'mail' : 'link' },
    send: ({ by }) => invite(person.administratorId, by),
    done: setMade,
    ...(settled !== undefined && { settled }),
  });
  if (made !== undefined) return <InvitationMade made={made} close={close} />;
  return (
    <FormDialog
      title={t('inviteAgainOf', { email: person.email })}
      submit={t('inviteSubmit')}
      {...form}
      close={close}
    >
      <p>{t(isKnown ? 'inviteByMailText' : 'inviteAgainText')}</p>
      {isKnown ? null : (
        <SelectField
          label={t('invitation')}
          hint={t('byHint')}
          options={(['link', 'mail'] as const).map((way) => [way, t(`by.${way}`)] as const)}
          {...form.field('by')}
        />
      )}
    </FormDialog>
  );
}

function InvitationMade({ made, close }: { made: AdministratorInvitation; close: () => void }) {
  const t = useMessages(administrators);
  const c = useMessages(common);
  const { email } = made.administrator;
  const title = t('linkTitle', { email });
  if (made.url !== null) {
    return (
      <SecretDialog
        title={title}
        secret={made.url}
        copyLabel={t('copyLink')}
        warning={[t('copyNow'), t('onlyOnce')]}
        close={close}
      />
    );
  }
  return (
    <Modal title={title} close={close}>
      <MessageBar intent={made.sent ? 'success' : 'error'}>
        <MessageBarBody>
          {made.sent ? t('sent', { email }) : t('notSent', { detail: made.detail ?? '' })}
        </MessageBarBody>
      </MessageBar>
      <div className="modal-actions">
        <Button appearance="primary" onClick={close}>
          {c('close')}
        </Button>
      </div>
    </Modal>
  );
}

function RevokeInvitation({ person, ...dialog }: PersonDialog) {
  const t = useMessages(administrators);
  const { administratorId, email } = person;
  return (
    <Confirm
      title={t('revokeTitle', { email })}
      finished={t('invitationRevoked', { email })}
      action={t('revokeInvitation')}
      work={() =>
        api.delete('/administrators/{administratorId}/invitation', { path: { administratorId } })
      }
      {...dialog}
    >
      <p>{t('revokeText')}</p>
    </Confirm>
  );
}

function ChangeRole({ person, withOwner, close, settled }: PersonDialog & { withOwner: boolean }) {
  const t = useMessages(administrators);
  const told = useMessages(changes);
  const put = (grant: GrantValues, etag: string) =>
    api.put('/administrators/{administratorId}', {
      path: { administratorId: person.administratorId },
      body: grantBodyOf(grant),
      etag,
    });
  const form = useVersionedForm<GrantValues, AdministratorEntry>({
    of: person,
    initial: grantOf(person),
    send: (grant, { etag }) => put(grant, etag),
    done: close,
    ...(settled !== undefined && { settled }),
    finished: ({ etag }) => ({
      title: told('roleChanged', { name: person.email }),
      undo: () => put(grantOf(person), etag),
    }),
  });
  return (
    <FormDialog
      title={t('changeRoleOf', { email: person.email })}
      submit={t('changeRoleSubmit')}
      {...form}
      close={close}
    >
      <GrantFields form={form} withOwner={withOwner} />
      <p>
        {t('changeRoleText')} {person.source === 'claim' ? t('listDecides') : ''}
      </p>
    </FormDialog>
  );
}

function ResetAccount({ person, ...dialog }: PersonDialog) {
  const t = useMessages(administrators);
  const told = useMessages(changes);
  const { administratorId, email, etag } = person;
  return (
    <Confirm
      title={t('resetTitle', { email })}
      finished={told('accountReset', { name: email })}
      action={t('resetSubmit')}
      work={() =>
        api.delete('/administrators/{administratorId}/account', {
          path: { administratorId },
          etag,
        })
      }
      {...dialog}
    >
      <p>{t('resetText')}</p>
    </Confirm>
  );
}

function RemoveAdministrator({ person, ...dialog }: PersonDialog) {
  const t = useMessages(administrators);
  const told = useMessages(changes);
  const { administratorId, email, etag } = person;
  return (
    <Confirm
      title={t('removeTitle', { email })}
      finished={told('removed', { name: email })}
      action={t('remove')}
      work={() =>
        api.delete('/administrators/{administratorId}', { path: { administratorId }, etag })
      }
      {...dialog}
    >
      <p>
        {t('removeText')} {person.source === 'claim' ? t('removeClaim') : ''}
      </p>
    </Confirm>
  );
}

const dialogs: Readonly<
  Record<AdministratorDialogKind, (props: PersonDialog & { withOwner: boolean }) => ReactNode>
> = {
  invite: InviteAgain,
  revoke: RevokeInvitation,
  role: ChangeRole,
  reset: ResetAccount,
  remove: RemoveAdministrator,
};
