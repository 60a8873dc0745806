// The facts of a group, with its ids and its mail address in the directory.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GroupDetail } from '../../../api/types.ts';
import { Card } from '../../../components/layout.tsx';
import { CopyButton } from '../../../components/copy.tsx';
import { MailText } from '../../../components/mail-text.tsx';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { managedText, SetBy } from '../dialogs/managed-members.tsx';
import { Why } from './why.tsx';
import type { AskedFact } from './why-panel.tsx';

export function GroupFacts({ group }: { group: GroupDetail }) {
  const { directory, description, createdAt, completedAt } = group;
  const t = useMessages(texts);
  const format = useFormat();
  const about = (property: string) => ({ teamId: group.teamId, property });
  return (
    <Card title={t('details')}>
      <dl className="facts tall">
        {description === null || description === '' ? null : (
          <Fact name={t('fields.description')} why={about('description')}>
            {description}
            <SetBy group={group} member="description" />
          </Fact>
        )}
        <Fact name={t('fields.visibility')} why={about('visibility')}>
          {t(group.visibility === 'public' ? 'public' : 'private')}
          <SetBy group={group} member="visibility" />
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
          <Fact key={name} name={name} why={about(`properties.${name}`)}>
            {value}
            <SetBy group={group} member={`properties.${name}`} />
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
        {group.externalIds.map(({ source, externalId }) => (
          <Fact
            key={source}
            name={t('externalId', { source })}
            mono
            note={managedText(group, source)}
            why={about(`externalIds.${source}`)}
          >
            {externalId}
          </Fact>
        ))}
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
  note,
  why,
  children,
}: {
  name: string;
  mono?: boolean;
  note?: string | undefined;
  /** The fact can be explained. */
  why?: Pick<AskedFact, 'teamId' | 'property'>;
  children: ReactNode;
}) {
  const t = useMessages(texts);
  return (
    <>
      <dt>
        {name}
        {why === undefined ? null : <Why {...why} name={name} />}
      </dt>
      <dd>
        {mono ? <span className="mono">{children}</span> : children}
        {mono && typeof children === 'string' ? (
          <CopyButton text={children} label={t('copyFact', { name })} />
        ) : null}
        {note === undefined ? null : <div className="muted small">{note}</div>}
      </dd>
    </>
  );
}
