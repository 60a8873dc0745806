// Whether a group is healthy, in one line under its name: the people who answer for it, its end, its differences from the
// directory, and what is asked about it.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GroupDetail } from '../../../api/types.ts';
import { AnsweringPerson } from '../../../components/answering-person.tsx';
import { Moment } from '../../../components/time.tsx';
import { groupHealth as texts } from '../../../messages/group-health.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { useOpenTasks } from './group-tasks.tsx';

type Tone = 'bad' | 'warn' | 'good' | undefined;

const soonMs = 30 * 86_400_000;

export function GroupHealth({ group }: { group: GroupDetail }) {
  const t = useMessages(texts);
  const { state, responsibility } = group;
  if (state === 'deleted' || state === 'ended') return null;
  const isThere = state === 'active' || state === 'archived';
  return (
    <dl className="health">
      <Fact name={t('responsible')} tone={toneOfPerson(group, 'responsible')}>
        <AnsweringPerson
          person={responsibility?.responsible ?? null}
          reference={group.responsible}
        />
      </Fact>
      <Fact name={t('deputy')} tone={toneOfPerson(group, 'deputy')}>
        <AnsweringPerson person={responsibility?.deputy ?? null} reference={group.deputy} />
      </Fact>
      {isThere ? (
        <>
          <Expiry group={group} />
          <Differences group={group} />
          <LastUse activity={group.activity} />
        </>
      ) : null}
      <Questions teamId={group.teamId} />
    </dl>
  );
}

function toneOfPerson({ responsibility }: GroupDetail, role: 'responsible' | 'deputy'): Tone {
  if (responsibility === null) return undefined;
  const person = responsibility[role];
  if (person !== null) return person.available ? 'good' : 'bad';
  if (role === 'responsible') return 'bad';
  return responsibility.state === 'deputy_vacant' ? 'warn' : undefined;
}

function Fact({ name, tone, children }: { name: string; tone: Tone; children: ReactNode }) {
  return (
    <div className={`health-fact ${tone ?? ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Expiry({ group: { lifecycle } }: { group: GroupDetail }) {
  const t = useMessages(texts);
  const format = useFormat();
  const expiresAt = lifecycle?.expiresAt ?? null;
  const isHeld = lifecycle !== null && lifecycle.hold !== null;
  const isSoon = expiresAt !== null && Date.parse(expiresAt) - Date.now() < soonMs;
  return (
    <Fact name={t('expires')} tone={isSoon && !isHeld ? 'warn' : undefined}>
      {expiresAt === null ? t('never') : format.date(expiresAt)}
      {isHeld ? <div className="muted small">{t('onHold')}</div> : null}
    </Fact>
  );
}

function Differences({ group: { drift, findings, observed } }: { group: GroupDetail }) {
  const t = useMessages(texts);
  const isCompared = drift !== null && findings !== null && observed !== null;
  const count = isCompared ? drift.length : 0;
  return (
    <Fact
      name={t('differences')}
      tone={count > 0 ? 'warn' : isCompared && findings.length === 0 ? 'good' : undefined}
    >
      {isCompared
        ? t('different', { count })
        : t(observed === null ? 'notCompared' : 'changedSince')}
      {observed === null ? null : (
        <div className="muted small">
          {t.rich('compared', { time: () => <Moment iso={observed.detailsSeenAt} /> })}
        </div>
      )}
    </Fact>
  );
}

/** Only of a group that nobody uses. */
function LastUse({ activity }: Pick<GroupDetail, 'activity'>) {
  const t = useMessages(texts);
  const format = useFormat();
  if (activity === null || activity.idleSince === null) return null;
  return (
    <Fact name={t('lastUsed')} tone="warn">
      {activity.lastOn === null ? t('notSeen') : format.date(activity.lastOn)}
      <div className="muted small">
        {t('unusedSince', { date: format.date(activity.idleSince) })}
      </div>
    </Fact>
  );
}

function Questions({ teamId }: { teamId: string }) {
  const t = useMessages(texts);
  const { data } = useOpenTasks(teamId);
  const count = data?.items.length ?? 0;
  return (
    <Fact name={t('questions')} tone={count > 0 ? 'warn' : undefined}>
      {data === undefined ? (
        '\u00a0'
      ) : count === 0 ? (
        t('none')
      ) : (
        <Link to={`/groups/${teamId}`}>{t('open', { count })}</Link>
      )}
    </Fact>
  );
}
