// The consequences if a person left today, without changing anything: the groups that their deputies would take over, and
// those that nobody would answer for.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import type { Answer } from '../api/route-types.ts';
import { Loaded } from '../components/layout.tsx';
import { Modal } from '../components/modal.tsx';

type Plan = Answer<'post', '/people/{person}/handover/plan'>;
type PlannedGroup = Plan['items'][number];

export function WhatIfTheyLeave({ person, close }: { person: string; close: () => void }) {
  const plan = useQuery({
    queryKey: ['person', person, 'what-if'],
    queryFn: ({ signal }) =>
      api.post('/people/{person}/handover/plan', { path: { person }, body: {}, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal title={`If ${person} left today`} close={close}>
      <Loaded query={plan} what="the groups">
        {(found) => <Consequences plan={found} />}
      </Loaded>
      <div className="modal-actions">
        <Button onClick={close}>Close</Button>
      </div>
    </Modal>
  );
}

function Consequences({ plan: { items, hasMore } }: { plan: Plan }) {
  if (items.length === 0) {
    return <p>This person is neither responsible nor deputy of any group. Nothing would change.</p>;
  }
  const vacant = items.filter(({ responsible }) => responsible === null);
  const takenOver = items.filter((one) => one.role === 'responsible' && one.responsible !== null);
  const withoutDeputy = items.filter((one) => one.role === 'deputy' && one.responsible !== null);
  return (
    <div className="stack">
      <Part title="Nobody would be responsible" groups={vacant} />
      <Part
        title="The deputy would become responsible"
        groups={takenOver}
        detail={({ responsible, deputy }) =>
          `${responsible ?? ''}, ${deputy === null ? 'without a deputy' : `deputy ${deputy}`}`
        }
      />
      <Part title="The deputy would be missing" groups={withoutDeputy} />
      {hasMore ? <p className="muted small">These are the newest 200 groups.</p> : null}
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
  if (groups.length === 0) return null;
  return (
    <section className="stack tight">
      <h3>
        {title} <span className="muted">({groups.length.toLocaleString('en')})</span>
      </h3>
      <ul className="refusals" tabIndex={0} aria-label={title}>
        {groups.map((group) => (
          <li key={group.teamId}>
            <Link to={`/groups/${group.teamId}`}>{group.displayName}</Link>
            {detail === undefined ? null : <div className="muted small wrap">{detail(group)}</div>}
          </li>
        ))}
      </ul>
    </section>
  );
}
