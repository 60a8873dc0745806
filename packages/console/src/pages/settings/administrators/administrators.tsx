// The people who may use this admin center, with their roles and invitations.
import { PersonAddRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { getAll } from '../../../api/client.ts';
import { useMay, useSession } from '../../../api/session.ts';
import type { AdministratorEntry } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { useNewDialog } from '../../../components/use-address-filters.ts';
import { AddButton } from '../../../components/add-button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Card, Loaded, Page } from '../../../components/layout.tsx';
import { Breakable } from '../../../components/mail-text.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { Moment } from '../../../components/time.tsx';
import { administrators as texts } from '../../../messages/administrators.ts';
import { shell } from '../../../messages/shell.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import {
  AdministratorDialog,
  type AdministratorDialogKind,
  Invite,
} from './administrator-dialogs.tsx';
import { LimitNames } from './administrator-grant.tsx';
import { useRights } from './administrator-rights.ts';

export function useAdministrators() {
  return useQuery({
    queryKey: ['administrators'],
    queryFn: ({ signal }) => getAll('/administrators', signal),
  });
}

export function AdministratorsPage() {
  const t = useMessages(texts);
  const [adding, setAdding] = useNewDialog('invitation', useMay('administrators:manage'));
  const [open, setOpen] = useState<{ id: string; kind: AdministratorDialogKind }>();
  const administrators = useAdministrators();
  const settled = useInvalidation(['administrators']);
  const rights = useRights(administrators.data?.items ?? []);
  const person = administrators.data?.items.find((one) => one.administratorId === open?.id);
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <AddButton
          permission="administrators:manage"
          icon={<PersonAddRegular />}
          onClick={() => setAdding(true)}
        >
          {t('invite')}
        </AddButton>
      }
    >
      <Loaded query={administrators}>
        {({ items }) => (
          <People
            items={items}
            rights={rights}
            act={(kind, { administratorId: id }) => setOpen({ id, kind })}
          />
        )}
      </Loaded>
      {adding ? (
        <Invite
          close={() => setAdding(false)}
          settled={settled}
          withOwner={rights.mayChangeOwners}
        />
      ) : null}
      {person === undefined || open === undefined ? null : (
        <AdministratorDialog
          kind={open.kind}
          withOwner={rights.mayChangeOwners}
          person={person}
          close={() => setOpen(undefined)}
          settled={settled}
        />
      )}
    </Page>
  );
}

function People({
  items,
  rights,
  act,
}: {
  items: readonly AdministratorEntry[];
  rights: ReturnType<typeof useRights>;
  act: (kind: AdministratorDialogKind, person: AdministratorEntry) => void;
}) {
  const t = useMessages(texts);
  const s = useMessages(shell);
  const { administrator: self } = useSession();
  return (
    <Card className="flush">
      <DataTable
        items={items}
        keyOf={(person) => person.administratorId}
        columns={[
          {
            title: t('person'),
            cell: (person) => (
              <>
                <Link className="name" to={`/administrators/${person.administratorId}`}>
                  <Breakable text={person.name ?? person.email} />
                </Link>{' '}
                {person.administratorId === self.administratorId ? (
                  <span className="tag">{t('you')}</span>
                ) : null}
                {person.name === null ? null : <div className="muted small">{person.email}</div>}
              </>
            ),
          },
          {
            title: t('role'),
            cell: (person) => (
              <>
                {s(`role.${person.role}`)}
                {person.organisationIds === null ? null : (
                  <div className="muted small">
                    <LimitNames person={person} />
                  </div>
                )}
              </>
            ),
          },
          { title: t('source'), cell: ({ source }) => t(`sources.${source}`) },
          { title: t('access'), cell: (person) => <Access person={person} /> },
          {
            title: t('lastSignedIn'),
            cell: ({ lastSignedInAt }) => (
              <Moment iso={lastSignedInAt} absent={t('neverSignedIn')} />
            ),
          },
          {
            title: t('actions'),
            as: 'actions',
            cell: (person) => <RowActions person={person} right={rights.over(person)} act={act} />,
          },
        ]}
      />
    </Card>
  );
}

/** Whether the person can sign in, and how. */
export function Access({ person }: { person: AdministratorEntry }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { invitation, lastSignedInAt } = person;
  if (invitation !== null) {
    return Date.parse(invitation.expiresAt) > Date.now()
      ? t('invitedUntil', { date: format.dateTime(invitation.expiresAt) })
      : t('invitationExpired');
  }
  return lastSignedInAt === null ? t('notInvited') : t('signedIn');
}

function RowActions({
  person,
  right,
  act,
}: {
  person: AdministratorEntry;
  right: ReturnType<ReturnType<typeof useRights>['over']>;
  act: (kind: AdministratorDialogKind, person: AdministratorEntry) => void;
}) {
  const t = useMessages(texts);
  if (right === 'owner') return <span className="muted small">{t('ownersOnly')}</span>;
  if (right !== 'yes') return null;
  const action = (kind: AdministratorDialogKind, label: string) => ({
    label,
    of: person.email,
    act: () => act(kind, person),
  });
  return (
    <RowMenu
      name={person.email}
      actions={[
        action('role', t('changeRole')),
        ...(person.lastSignedInAt === null ? [action('invite', t('inviteAgain'))] : []),
        ...(person.accountBound ? [action('reset', t('resetAccount'))] : []),
        action('remove', t('remove')),
      ]}
    />
  );
}
