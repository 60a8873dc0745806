// Rules that are stopped because too much would follow at once: an administrator looks, and releases them. And how far the
// directory was asked about people.
import { Button } from '@fluentui/react-button';
import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '../../components/message-bar.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Card, Loaded } from '../../components/layout.tsx';
import { directoryFailureText } from '../../components/network-text.ts';
import { Moment } from '../../components/time.tsx';
import { changes } from '../../messages/changes.ts';
import { findings } from '../../messages/findings.ts';
import { network } from '../../messages/network.ts';
import { responsibility as texts } from '../../messages/responsibility.ts';
import { toDo } from '../../messages/to-do.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { Cause } from './use-to-do.ts';

type Overview = Answer<'get', '/responsibility'>;
type MassDeparture = NonNullable<Overview['massDeparture']>;

const queryKey = ['to-do', 'responsibility'];

export function StoppedRules({ causes }: { causes: readonly Cause[] }) {
  const has = (...kinds: readonly Cause['cause'][]) =>
    causes.some(({ cause }) => kinds.includes(cause));
  return (
    <>
      {has('mass_departure') ? <StoppedDeparture /> : null}
      {has('stopped_restores', 'stopped_idle', 'stopped_adoptions') ? (
        <StoppedByComparison />
      ) : null}
      {has('concealed_reports') ? <ConcealedReports /> : null}
    </>
  );
}

/** Only an administrator of Microsoft 365 ends it. */
function ConcealedReports() {
  const t = useMessages(findings);
  return (
    <MessageBar intent="warning">
      <MessageBarBody>
        <MessageBarTitle>{t('usage.title')}</MessageBarTitle> {t('usage.concealed')}
      </MessageBarBody>
    </MessageBar>
  );
}

function StoppedDeparture() {
  const responsibility = useResponsibility();
  return (
    <Loaded query={responsibility}>
      {({ massDeparture }) =>
        massDeparture === null ? null : <Departure departure={massDeparture} />
      }
    </Loaded>
  );
}

function useResponsibility() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/responsibility', { signal }),
  });
}

const comparisonKey = ['directory', 'reconciliation'];

/** Rules that would go too far: an administrator looks into it, and releases them. */
function StoppedByComparison() {
  const t = useMessages(findings);
  const state = useQuery({
    queryKey: comparisonKey,
    queryFn: ({ signal }) => api.get('/directory/reconciliation', { signal }),
  });
  const { stopped = null, stoppedIdle = null, stoppedAdoptions = [] } = state.data ?? {};
  return (
    <>
      {stopped === null ? null : (
        <StoppedRule
          title={t('stopped', { count: stopped.wanted })}
          hint={t('stoppedHint')}
          question={t('releaseQuestion')}
          effect={t('releaseEffect', { count: stopped.wanted })}
          label={t('release')}
          release={() => api.post('/directory/enforcement/release')}
        />
      )}
      {stoppedIdle === null ? null : (
        <StoppedRule
          title={t('idleStopped', { count: stoppedIdle.wanted })}
          hint={t('idleStoppedHint')}
          question={t('releaseIdleQuestion')}
          effect={t('releaseIdleEffect', { count: stoppedIdle.wanted })}
          label={t('releaseIdle')}
          release={() => api.post('/directory/idle/release')}
        />
      )}
      {stoppedAdoptions.map(({ templateId, template, failed, waiting }) => (
        <StoppedRule
          key={templateId}
          title={t('adoptionsStopped', { template, count: failed })}
          hint={t('adoptionsStoppedHint', { count: waiting })}
          question={t('releaseAdoptionsQuestion', { template })}
          effect={t('releaseAdoptionsEffect', { count: waiting })}
          label={t('releaseAdoptions')}
          release={() =>
            api.post('/directory/adoption/{templateId}/release', { path: { templateId } })
          }
        />
      ))}
    </>
  );
}

function StoppedRule({
  title,
  hint,
  question,
  effect,
  label,
  release,
}: {
  readonly title: string;
  readonly hint: string;
  readonly question: string;
  /** The consequence of the release. */
  readonly effect: string;
  readonly label: string;
  readonly release: () => Promise<unknown>;
}) {
  const mayRelease = useMay('groups:manage');
  const [isOpen, setIsOpen] = useState(false);
  const told = useMessages(changes);
  const settled = useInvalidation(['to-do'], comparisonKey);
  return (
    <>
      <MessageBar intent="warning">
        <MessageBarBody>
          <MessageBarTitle>{title}</MessageBarTitle> {hint}
        </MessageBarBody>
        {mayRelease ? (
          <MessageBarActions>
            <Button onClick={() => setIsOpen(true)}>{label}</Button>
          </MessageBarActions>
        ) : null}
      </MessageBar>
      {isOpen ? (
        <Confirm
          title={question}
          finished={told('stopReleased')}
          action={label}
          close={() => setIsOpen(false)}
          work={release}
          settled={settled}
        >
          <p>{effect}</p>
        </Confirm>
      ) : null}
    </>
  );
}

/** How far what is shown about people is true. */
export function FollowedPeople() {
  const t = useMessages(toDo);
  const n = useMessages(network);
  const { data } = useResponsibility();
  if (data === undefined) return null;
  const { followedAt, failure } = data.people;
  return (
    <p className="muted">
      {followedAt === null
        ? t('neverFollowed')
        : t.rich('followed', { time: () => <Moment iso={followedAt} /> })}{' '}
      {failure === null ? null : t('followFailed', { reason: directoryFailureText(n, failure) })}
    </p>
  );
}

function Departure({ departure }: { departure: MassDeparture }) {
  const { since, departed, answering } = departure;
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMay('groups:manage');
  const settled = useInvalidation(['to-do']);
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
