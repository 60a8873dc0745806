// The facts of a group, with its ids and its mail address in the directory.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GroupDetail } from '../../../api/types.ts';
import { Card } from '../../../components/layout.tsx';
import { MailText } from '../../../components/mail-text.tsx';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';

export function GroupFacts({ group }: { group: GroupDetail }) {
  const { directory, description, createdAt, completedAt } = group;
  const t = useMessages(texts);
  const format = useFormat();
  return (
    <Card title={t('details')}>
      <dl className="facts tall">
        {description === null || description === '' ? null : (
          <Fact name={t('fields.description')}>{description}</Fact>
        )}
        <Fact name={t('fields.visibility')}>
          {t(group.visibility === 'public' ? 'public' : 'private')}
        </Fact>
        {group.classification === null ? null : (
          <Fact name={t('classification')}>{group.classification}</Fact>
        )}
        {group.preferredLanguage === null ? null : (
          <Fact name={t('language')}>{format.language(group.preferredLanguage)}</Fact>
        )}
        <Fact name={t('organisation')}>
          <bdi>{group.organisation}</bdi>
        </Fact>
        <Fact name={t('template')}>
          <Link to={`/templates/${group.templateId}`}>
            <bdi>{group.template}</bdi>
          </Link>
        </Fact>
        {Object.entries(group.properties).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {completedAt === null ? null : (
          <Fact name={t('finished')}>
            {format.dateTime(completedAt)}{' '}
            <span className="muted small">
              {t('after', {
                duration: format.duration(Date.parse(completedAt) - Date.parse(createdAt)),
              })}
            </span>
          </Fact>
        )}
        {directory?.mail == null ? null : (
          <Fact name={t('email')}>
            <MailText text={directory.mail} />
          </Fact>
        )}
        <Fact name={t('id')} mono>
          {group.teamId}
        </Fact>
        {directory === null ? null : (
          <Fact name={t('directoryId')} mono>
            {directory.groupId}
          </Fact>
        )}
        <Fact name={t('requestId')} mono>
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
