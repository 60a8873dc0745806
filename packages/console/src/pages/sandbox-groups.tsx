// The groups that stand in the sandbox.
import { Field, Input } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { get } from '../api/client.ts';
import type { DirectoryGroupList } from '../api/types.ts';
import { Card, Empty, Loaded } from '../parts/layout.tsx';
import { Pager } from '../parts/pager.tsx';
import { Moment } from '../parts/time.tsx';
import { useDebounced } from '../parts/use-debounced.ts';

const limit = 25;

export function SandboxGroups() {
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const sought = useDebounced(search.trim(), 200);
  const groups = useQuery({
    queryKey: ['directory-groups', sought, offset],
    queryFn: ({ signal }) =>
      get<DirectoryGroupList>('directory/groups', { search: sought, offset, limit }, signal),
    placeholderData: (before) => before,
  });
  return (
    <>
      <div className="filters">
        <Field label="Search" className="search">
          <Input
            type="search"
            value={search}
            placeholder="Name or alias"
            contentBefore={<SearchRegular aria-hidden="true" />}
            onChange={(_event, { value }) => {
              setSearch(value);
              setOffset(0);
            }}
          />
        </Field>
      </div>
      <Card className="flush">
        <Loaded query={groups} what="groups">
          {({ items, total }) =>
            total === 0 ? (
              <Empty title="No groups in the sandbox" />
            ) : (
              <>
                <table className="table">
                  <thead>
                    <tr>
                      <th scope="col">Group</th>
                      <th scope="col">Visibility</th>
                      <th scope="col">Owners</th>
                      <th scope="col">Members</th>
                      <th scope="col">Team</th>
                      <th scope="col">Created</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((group) => (
                      <tr key={group.groupId}>
                        <td>
                          {group.teamId === null ? (
                            <span className="name">{group.displayName}</span>
                          ) : (
                            <Link className="name" to={`/groups/${group.teamId}`}>
                              {group.displayName}
                            </Link>
                          )}
                          <div className="mono muted">{group.mailNickName}</div>
                        </td>
                        <td data-label="Visibility">{group.visibility}</td>
                        <td data-label="Owners">{group.owners.toLocaleString('en')}</td>
                        <td data-label="Members">{group.members.toLocaleString('en')}</td>
                        <td data-label="Team">{group.hasTeam ? 'yes' : 'no'}</td>
                        <td data-label="Created">
                          <Moment iso={group.createdAt} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                <Pager
                  offset={offset}
                  limit={limit}
                  shown={items.length}
                  total={total}
                  go={setOffset}
                />
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}
