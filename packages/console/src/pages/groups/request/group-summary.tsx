// The group that a request would create, as the plan has it: shown before the request is sent.
import type { ReactNode } from 'react';
import { groupRequest } from '../../../messages/group-request.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import type { AskedTemplate } from './asked-properties.ts';
import type { Plan } from './use-plan.ts';

const shownPeople = 5;

export function GroupSummary({ template, plan }: { template: AskedTemplate; plan: Plan }) {
  const t = useMessages(groupRequest);
  const { names, people, approval } = plan;
  const { kind, visibility, channels } = template.policy;
  const inRole = (wanted: string) => people.filter(({ role }) => role === wanted);
  return (
    <section className="summary" aria-label={t('summary')}>
      <h3>{t('summary')}</h3>
      <dl className="facts">
        {names === null ? null : (
          <Fact name={t('name')}>
            <bdi>{names.displayName}</bdi> <span className="mono muted">{names.mailNickName}</span>
            {names.provisional ? <div className="muted small">{t('numberLater')}</div> : null}
          </Fact>
        )}
        <Fact name={t('kind')}>{t(`kinds.${kind}`)}</Fact>
        <Fact name={t('visibility')}>{t(`visibilities.${visibility}`)}</Fact>
        <People name={(count) => t('summaryOwners', { count })} people={inRole('owner')} />
        <People name={(count) => t('summaryMembers', { count })} people={inRole('member')} />
        {channels.length === 0 ? null : (
          <Fact name={t('channels')}>
            {channels.map(({ displayName }) => displayName).join(', ')}
          </Fact>
        )}
        {approval === null ? null : (
          <Fact name={t('approval')}>
            {approval.stages.map(({ stage, as, approvers, notAsked }) => (
              <div key={stage}>
                {t(`askedAs.${as}`, { people: approvers.map(nameOf).join(', ') })}
                {notAsked === 0 ? null : ` ${t('notAsked', { count: notAsked })}`}
              </div>
            ))}
          </Fact>
        )}
      </dl>
    </section>
  );
}

type Approver = NonNullable<Plan['approval']>['stages'][number]['approvers'][number];

function nameOf({ displayName, email, personId }: Approver): string {
  return displayName ?? email ?? personId;
}

function People({ name, people }: { name: (count: number) => string; people: Plan['people'] }) {
  const t = useMessages(groupRequest);
  // A person may be named twice, such as by the request and by the template.
  const distinct = new Map(
    people.map(({ reference, person }) => [
      person?.id ?? reference,
      person?.displayName ?? t('notFound', { reference }),
    ]),
  );
  if (distinct.size === 0) return null;
  const others = distinct.size - shownPeople;
  return (
    <Fact name={name(distinct.size)}>
      {[...distinct.values()].slice(0, shownPeople).join(', ')}
      {others > 0 ? ` ${t('othersCount', { count: others })}` : ''}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
