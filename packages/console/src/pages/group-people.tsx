// The people of a group, page after page: there may be thousands.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/client.ts';
import type { GroupPerson } from '../api/types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Card, Loaded } from '../components/layout.tsx';
import { Pager } from '../components/pager.tsx';

const limit = 25;
const personPage = (reference: string) => `/people/${encodeURIComponent(reference)}`;
const roleLabels = {
  responsible: 'Responsible',
  deputy: 'Deputy',
  owner: 'Owner',
  member: 'Member',
} as const;

const columns: readonly Column<GroupPerson>[] = [
  {
    title: 'Person',
    cell: ({ reference, displayName }) =>
      displayName === null ? (
        <Link className="wrap" to={personPage(reference)}>
          {reference}
        </Link>
      ) : (
        <>
          <Link className="name" to={personPage(reference)}>
            {displayName}
          </Link>
          <div className="muted small wrap">{reference}</div>
        </>
      ),
  },
  { title: 'Role', cell: ({ role }) => roleLabels[role] },
];

export function GroupPeople({ teamId }: { teamId: string }) {
  const [offset, setOffset] = useState(0);
  const people = useQuery({
    queryKey: ['group', teamId, 'people', offset],
    queryFn: ({ signal }) =>
      api.get('/groups/{teamId}/people', { path: { teamId }, query: { offset, limit }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <Card title="People" note="By the record of the group." className="flush">
      <Loaded query={people} what="people">
        {({ items, total }) => (
          <>
            <DataTable
              items={items}
              keyOf={({ role, reference }) => `${role} ${reference}`}
              columns={columns}
            />
            {total <= limit ? null : (
              <Pager
                offset={offset}
                limit={limit}
                shown={items.length}
                total={total}
                go={setOffset}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
