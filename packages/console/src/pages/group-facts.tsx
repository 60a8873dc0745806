// The facts of a group, with its address in the directory.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GroupDetail, GroupProgress } from '../api/types.ts';
import { Card } from '../components/layout.tsx';
import { formatDuration, formatMoment } from '../components/time.tsx';

export function GroupFacts({ group, progress }: { group: GroupDetail; progress: GroupProgress }) {
  const { directory, organisation, template, description } = group;
  const { createdAt, completedAt } = progress;
  return (
    <Card title="Details">
      <dl className="facts tall">
        {description === null || description === '' ? null : (
          <Fact name="Description">{description}</Fact>
        )}
        <Fact name="Visibility">{group.visibility === 'public' ? 'Public' : 'Private'}</Fact>
        <Fact name="Organisation">{organisation.name}</Fact>
        <Fact name="Template">
          {template.identifier === '' ? (
            template.name
          ) : (
            <Link to={`/templates/${template.templateId}`}>{template.name}</Link>
          )}
        </Fact>
        {group.properties.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {completedAt === null ? null : (
          <Fact name="Finished">
            {formatMoment(completedAt)}{' '}
            <span className="muted small">
              after {formatDuration(Date.parse(completedAt) - Date.parse(createdAt))}
            </span>
          </Fact>
        )}
        {directory?.mail == null ? null : <Fact name="E-mail">{directory.mail}</Fact>}
        {directory?.webUrl == null ? null : (
          <Fact name="Address">
            <a href={directory.webUrl} target="_blank" rel="noreferrer">
              Open in directory
            </a>
          </Fact>
        )}
        <Fact name="Id" mono>
          {group.teamId}
        </Fact>
        {directory === null ? null : (
          <Fact name="Directory ID" mono>
            {directory.groupId}
          </Fact>
        )}
        <Fact name="Request ID" mono>
          {group.requestId}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({
  name,
  mono = false,
  children,
}: {
  name: string;
  mono?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={mono ? 'mono' : ''}>{children}</dd>
    </>
  );
}
