// One administrator: role, access, open sessions and last actions.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import type { AdministratorEntry } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { Facts } from '../../../components/facts.tsx';
import { Card, NotFound, Loaded, Page } from '../../../components/layout.tsx';
import { Moment } from '../../../components/time.tsx';
import { administrators as texts } from '../../../messages/administrators.ts';
import { shell } from '../../../messages/shell.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { describeActivity } from '../../activity/activity-words.ts';
import { AdministratorDialog, type AdministratorDialogKind } from './administrator-dialogs.tsx';
import { LimitNames, meaningOf } from './administrator-grant.tsx';
import { useRights } from './administrator-rights.ts';
import { AdministratorSessions } from './administrator-sessions.tsx';
import { Access, useAdministrators } from './administrators.tsx';
import { RecentActivity } from '../../activity/recent-activity.tsx';

export function AdministratorPage() {
  const t = useMessages(texts);
  const { administratorId = '' } = useParams();
  const [open, setOpen] = useState<AdministratorDialogKind>();
  const all = useAdministrators();
  const settled = useInvalidation(['administrators']);
  const rights = useRights(all.data?.items ?? []);
  const person = all.data?.items.find((one) => one.administratorId === administratorId);
  const right = person === undefined ? 'no' : rights.over(person);
  const back = { to: '/administrators', label: t('title') };
  return (
    <Page
      title={person?.name ?? person?.email ?? t('title')}
      back={back}
      actions={
        person !== undefined && right === 'yes' ? <Actions person={person} open={setOpen} /> : null
      }
    >
      <Loaded query={all}>
        {() =>
          person === undefined ? (
            <Card>
              <NotFound title={t('removed')} back={back} />
            </Card>
          ) : (
            <>
              {right === 'owner' ? <p className="muted">{t('ownersOnly')}</p> : null}
              {right === 'self' ? <p className="muted">{t('ownRights')}</p> : null}
              <Details person={person} />
              <Card title={t('sessions')} note={t('sessionsNote')}>
                <AdministratorSessions
                  administratorId={administratorId}
                  mayEnd={right !== 'owner'}
                />
              </Card>
              <LastActions person={person} />
            </>
          )
        }
      </Loaded>
      {person === undefined || open === undefined ? null : (
        <AdministratorDialog
          kind={open}
          withOwner={rights.mayChangeOwners}
          person={person}
          close={() => setOpen(undefined)}
          settled={settled}
        />
      )}
    </Page>
  );
}

function Actions({
  person,
  open,
}: {
  person: AdministratorEntry;
  open: (kind: AdministratorDialogKind) => void;
}) {
  const t = useMessages(texts);
  return (
    <>
      <Button onClick={() => open('role')}>{t('changeRole')}</Button>
      <Button onClick={() => open('invite')}>{t('inviteAgain')}</Button>
      {person.invitation === null ? null : (
        <Button onClick={() => open('revoke')}>{t('revokeInvitation')}</Button>
      )}
      {person.accountBound ? (
        <Button onClick={() => open('reset')}>{t('resetAccount')}</Button>
      ) : null}
      <Button className="danger" onClick={() => open('remove')}>
        {t('remove')}
      </Button>
    </>
  );
}

function Details({ person }: { person: AdministratorEntry }) {
  const t = useMessages(texts);
  const s = useMessages(shell);
  const format = useFormat();
  const facts = [
    [t('email'), person.email],
    [
      t('role'),
      `${s(`role.${person.role}`)}: ${s(meaningOf(person.role, person.organisationIds !== null))}`,
    ],
    [t('organisations'), <LimitNames key="organisations" person={person} />],
    [t('source'), t(`sources.${person.source}`)],
    [t('access'), <Access key="access" person={person} />],
    [t('account'), t(person.accountBound ? 'accountBound' : 'accountNotBound')],
    [
      t('lastSignedIn'),
      <Moment key="last" iso={person.lastSignedInAt} absent={t('neverSignedIn')} />,
    ],
    [t('added'), format.dateTime(person.createdAt)],
  ] as const;
  return (
    <Card title={t('details')}>
      <Facts facts={facts} />
    </Card>
  );
}

const shownActions = 10;

function LastActions({ person: { email } }: { person: AdministratorEntry }) {
  const t = useMessages(texts);
  const { tenant } = useSession();
  const activity = useQuery({
    queryKey: ['activity', 'by', email],
    queryFn: ({ signal }) =>
      api.get('/activity', {
        query: { actorKind: 'administrator', actor: email, limit: shownActions },
        signal,
      }),
  });
  return (
    <Card
      title={t('lastActions')}
      actions={
        <Link to={`/activity?${new URLSearchParams({ actor: email }).toString()}`}>
          {t('allActions')}
        </Link>
      }
    >
      <Loaded query={activity}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{t('noActions')}</p>
          ) : (
            <RecentActivity
              items={items}
              textOf={(item) => {
                const { verb, subject } = describeActivity(item, tenant);
                return (
                  <>
                    {verb} {subject}
                  </>
                );
              }}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
