// The consequences if a person left today, without changing anything: the groups that their deputies would take over, and
// those that nobody would answer for.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { usePeopleNames } from '../../components/known-people.ts';
import { Loaded } from '../../components/layout.tsx';
import { Modal } from '../../components/modal.tsx';
import { common } from '../../messages/common.ts';
import { responsibility as texts } from '../../messages/responsibility.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';

type Plan = Answer<'post', '/people/{idOrEmail}/handover/plan'>;
/** The page lists no more. */
const atOnce = 200;

type PlannedGroup = Plan['items'][number];

export function WhatIfTheyLeave({
  person,
  name,
  close,
}: {
  person: string;
  name: string;
  close: () => void;
}) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const plan = useQuery({
    queryKey: ['person', person, 'what-if'],
    queryFn: ({ signal }) =>
      api.post('/people/{idOrEmail}/handover/plan', {
        path: { idOrEmail: person },
        query: { limit: atOnce },
        body: {},
        signal,
      }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal title={t('whatIf.title', { person: name })} close={close}>
      <Loaded query={plan}>{(found) => <Consequences plan={found} />}</Loaded>
      <div className="modal-actions">
        <Button onClick={close}>{c('close')}</Button>
      </div>
    </Modal>
  );
}

function Consequences({ plan: { items, nextLink } }: { plan: Plan }) {
  const t = useMessages(texts);
  const nameOf = usePeopleNames(items.flatMap(({ responsible, deputy }) => [responsible, deputy]));
  if (items.length === 0) return <p>{t('whatIf.nothing')}</p>;
  const vacant = items.filter(({ responsible }) => responsible === null);
  const takenOver = items.filter((one) => one.role === 'responsible' && one.responsible !== null);
  const withoutDeputy = items.filter((one) => one.role === 'deputy' && one.responsible !== null);
  return (
    <div className="stack">
      <Part title={t('whatIf.vacant')} groups={vacant} />
      <Part
        title={t('whatIf.takenOver')}
        groups={takenOver}
        detail={({ responsible, deputy }) =>
          deputy === null
            ? t('whatIf.withoutDeputy', { responsible: nameOf(responsible) })
            : t('whatIf.withDeputy', {
                responsible: nameOf(responsible),
                deputy: nameOf(deputy),
              })
        }
      />
      <Part title={t('whatIf.deputyMissing')} groups={withoutDeputy} />
      {nextLink !== undefined ? <p className="muted small">{t('whatIf.hasMore')}</p> : null}
    </div>
  );
}

function Part({
  title,
  groups,
  detail,
}: {
  title: string;
  groups: readonly PlannedGroup[];
  detail?: (group: PlannedGroup) => string;
}) {
  const format = useFormat();
  if (groups.length === 0) return null;
  return (
    <section className="stack tight">
      <h3>
        {title} <span className="muted">({format.number(groups.length)})</span>
      </h3>
      <ul className="refusals" tabIndex={0} aria-label={title}>
        {groups.map((group) => (
          <li key={group.teamId}>
            <Link to={`/groups/${group.teamId}`}>
              <bdi>{group.displayName}</bdi>
            </Link>
            {detail === undefined ? null : <div className="muted small wrap">{detail(group)}</div>}
          </li>
        ))}
      </ul>
    </section>
  );
}
