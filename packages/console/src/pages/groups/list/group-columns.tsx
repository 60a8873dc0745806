// The columns of the list of groups.
import { Link } from 'react-router';
import type { GroupItem } from '../../../api/types.ts';
import type { GridColumn } from '../../../components/grid/grid-columns.ts';
import { matchText } from '../../../components/match-text.ts';
import { PersonName } from '../../../components/person-name.tsx';
import { problemLabel } from '../../../components/problems.ts';
import { propertyPrefix } from '../../../components/property-name.ts';
import { ShortId } from '../../../components/short-id.tsx';
import { Status } from '../../../components/status.tsx';
import { Day, Moment } from '../../../components/time.tsx';
import { grid } from '../../../messages/grid.ts';
import { groups } from '../../../messages/groups.ts';
import { useOrganisations } from '../../../components/use-organisations.ts';
import { useMessages } from '../../../messages/use-messages.ts';

import { knownProperties } from '../request/asked-properties.ts';

/** Shown unless the address names others. */
export const standardColumns = [
  'name',
  'alias',
  'status',
  'responsible',
  'template',
  'requested',
] as const;

/** The properties that templates ask for or make names of. */
export function useProperties(): readonly string[] {
  return knownProperties(useOrganisations().data?.items ?? []);
}

export function useGroupColumns(): readonly GridColumn<GroupItem>[] {
  const t = useMessages(groups);
  const properties = useProperties();
  const g = useMessages(grid);
  const id = (title: string, value: string | null) => (
    <ShortId id={value} label={g('copy', { name: title })} />
  );
  const ids = ['teamId', 'groupId', 'requestId'] as const;
  return [
    {
      id: 'name',
      title: t('column.name'),
      width: 260,
      sort: 'displayName',
      cell: ({ teamId, displayName }) => (
        <Link className="name" tabIndex={-1} to={`/groups/${teamId}`} title={displayName}>
          <bdi>{displayName}</bdi>
        </Link>
      ),
    },
    {
      id: 'alias',
      title: t('column.alias'),
      width: 180,
      sort: 'mailNickName',
      cell: ({ mailNickName }) => (
        <span className="mono" title={mailNickName}>
          {mailNickName}
        </span>
      ),
    },
    {
      id: 'match',
      title: t('column.match'),
      width: 220,
      cell: ({ match }) => (match === undefined ? '' : <MatchText match={match} />),
    },
    {
      id: 'status',
      title: t('column.status'),
      width: 220,
      leastWidth: 240,
      cell: (group) => <State {...group} />,
    },
    {
      id: 'responsible',
      title: t('column.responsible'),
      width: 190,
      cell: ({ responsible }) => <PersonLink person={responsible} />,
    },
    {
      id: 'template',
      title: t('column.template'),
      width: 150,
      cell: ({ template }) => <bdi title={template}>{template}</bdi>,
    },
    {
      id: 'requested',
      title: t('column.requested'),
      width: 160,
      leastWidth: 124,
      sort: 'createdAt',
      cell: ({ createdAt }) => <Moment iso={createdAt} />,
    },
    {
      id: 'organisation',
      title: t('column.organisation'),
      width: 150,
      cell: ({ organisation }) => <bdi title={organisation}>{organisation}</bdi>,
    },
    {
      id: 'deputy',
      title: t('column.deputy'),
      width: 190,
      cell: ({ deputy }) => <PersonLink person={deputy} />,
    },
    {
      id: 'error',
      title: t('column.error'),
      width: 190,
      cell: ({ error }) => (error === null ? '' : problemLabel(error)),
    },
    {
      id: 'createdBy',
      title: t('column.createdBy'),
      width: 170,
      cell: ({ createdBy }) => <bdi title={createdBy.name}>{createdBy.name}</bdi>,
    },
    {
      id: 'completed',
      title: t('column.completed'),
      width: 130,
      cell: ({ completedAt }) => <Moment iso={completedAt} />,
    },
    {
      id: 'expires',
      title: t('column.expires'),
      width: 130,
      cell: ({ expiresAt }) => <Moment isGoverned iso={expiresAt} />,
    },
    {
      id: 'lastUsed',
      title: t('column.lastUsed'),
      width: 130,
      cell: ({ lastActivityOn }) => <Day day={lastActivityOn} />,
    },
    {
      id: 'mail',
      title: t('column.mail'),
      width: 220,
      cell: ({ mail }) => <span title={mail ?? ''}>{mail ?? '–'}</span>,
    },
    {
      id: 'externalIds',
      title: t('column.externalIds'),
      width: 190,
      cell: ({ externalIds }) => {
        const text = externalIds.map((one) => `${one.externalId} (${one.source})`).join(', ');
        return <bdi title={text}>{text}</bdi>;
      },
    },
    ...properties.map((name) => ({
      id: propertyPrefix + name,
      title: name,
      width: 150,
      cell: ({ properties: { [name]: value = '' } }: GroupItem) => <bdi title={value}>{value}</bdi>,
    })),
    ...ids.map((name) => ({
      id: name,
      title: t(`column.${name}`),
      width: 190,
      cell: (group: GroupItem) => id(t(`column.${name}`), group[name]),
    })),
  ];
}

/** People said no, or nobody answered: nothing failed. */
const declinedAs: Readonly<Record<string, string>> = {
  approval_rejected: 'rejected',
  approval_expired: 'lapsed',
};

function MatchText({ match }: { match: NonNullable<GroupItem['match']> }) {
  const text = matchText(match);
  return <span title={text}>{text}</span>;
}

function State({ status, state, supersededBy, attempt, error }: GroupItem) {
  const t = useMessages(groups);
  if (status === 'failed' && supersededBy !== null) {
    return (
      <span className="status quiet" title={t('superseded')}>
        <span aria-hidden="true" className="status-sign">
          ↻
        </span>
        {t('superseded')}
      </span>
    );
  }
  const shown = status === 'succeeded' ? state : ((error && declinedAs[error]) ?? status);
  const present = <Status status={shown} />;
  if (attempt === 1) return present;
  return (
    <span className="status-line">
      {present}
      <span className="muted small">{t('attempt', { attempt })}</span>
    </span>
  );
}

function PersonLink({ person }: { person: GroupItem['deputy'] }) {
  if (person === null) return <span className="muted">–</span>;
  const { reference, displayName, email } = person;
  return (
    <Link
      className="name"
      tabIndex={-1}
      to={`/people/${encodeURIComponent(email ?? reference)}`}
      title={email ?? reference}
    >
      <PersonName name={displayName} reference={email ?? reference} />
    </Link>
  );
}
