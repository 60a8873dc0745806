// Responsibility: the groups that nobody answers for, the people who answer for most, and the mass departure that waits
// for a release.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Card, Loaded, Page } from '../../components/layout.tsx';
import { directoryFailureText } from '../../components/network-text.ts';
import { network } from '../../messages/network.ts';
import { Moment } from '../../components/time.tsx';
import { AnsweredGroups } from './answered-groups.tsx';
import { changes } from '../../messages/changes.ts';
import { common } from '../../messages/common.ts';
import { responsibility as texts } from '../../messages/responsibility.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';

type Overview = Answer<'get', '/responsibility'>;
type MassDeparture = NonNullable<Overview['massDeparture']>;

export function ResponsibilityPage() {
  const t = useMessages(texts);
  const responsibility = useQuery({
    queryKey: ['responsibility'],
    queryFn: ({ signal }) => api.get('/responsibility', { signal }),
  });
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={responsibility}>
        {({ groups, massDeparture, people }) => (
          <>
            {massDeparture === null ? null : <Departure departure={massDeparture} />}
            <AnsweredGroups counts={groups} />
            <Followed people={people} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Departure({ departure }: { departure: MassDeparture }) {
  const { since, departed, answering } = departure;
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMay('groups:manage');
  const settled = useInvalidation(['responsibility']);
  const told = useMessages(changes);
  const t = useMessages(texts);
  const format = useFormat();
  return (
    <Card
      title={t('departure.title')}
      note={t('departure.since', { time: format.dateTime(since) })}
      actions={
        mayChange ? (
          <Button onClick={() => setIsOpen(true)}>{t('departure.release')}</Button>
        ) : undefined
      }
    >
      <p>{t('departure.text', { departed, answering })}</p>
      <p className="muted">{t('departure.hint')}</p>
      {isOpen ? (
        <Confirm
          title={t('departure.releaseTitle')}
          finished={told('departureReleased')}
          action={t('departure.release')}
          close={() => setIsOpen(false)}
          work={() => api.post('/responsibility/mass-departure/release')}
          settled={settled}
        >
          <p>{t('departure.releaseText', { departed })}</p>
        </Confirm>
      ) : null}
    </Card>
  );
}

function Followed({ people }: { people: Overview['people'] }) {
  const t = useMessages(texts);
  const n = useMessages(network);
  const c = useMessages(common);
  const { followedAt, failure, knowsLeaveDates } = people;
  return (
    <Card title={t('directory.title')}>
      <dl className="facts">
        <dt>{t('directory.lastChecked')}</dt>
        <dd>
          <Moment iso={followedAt} absent={c('never')} />
        </dd>
        {failure === null ? null : (
          <>
            <dt>{t('directory.lastError')}</dt>
            <dd className="failure">{directoryFailureText(n, failure)}</dd>
          </>
        )}
        <dt>{t('directory.leaveDates')}</dt>
        <dd>{t(knowsLeaveDates ? 'directory.available' : 'notAvailable')}</dd>
      </dl>
    </Card>
  );
}
