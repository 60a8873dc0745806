// How a group differs from its record, side by side, and the problems with the people who answer for it.
import type { GroupDetail } from '../api/types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Moment } from '../components/time.tsx';

type Observed = NonNullable<GroupDetail['observed']>;
type Difference = NonNullable<GroupDetail['drift']>[number];

/** The service may know more kinds than this page. */
const findingLabels: Readonly<Record<string, string>> = {
  ownerless: 'No owner',
  too_few_owners: 'Too few owners',
  responsible_unavailable: 'Responsible unavailable',
  deputy_unavailable: 'Deputy unavailable',
  responsible_unreachable: 'Responsible gets no messages',
  deputy_unreachable: 'Deputy gets no messages',
};

export function findingLabel(finding: string): string {
  return findingLabels[finding] ?? finding.replaceAll('_', ' ');
}

const propertyLabels: Readonly<Record<string, string>> = {
  displayName: 'Display name',
  description: 'Description',
  visibility: 'Visibility',
  archived: 'State',
  responsible: 'Responsible',
  deputy: 'Deputy',
  owners: 'Owners',
};

/** Seen in lists, which are read more often. */
const listed: ReadonlySet<string> = new Set(['displayName', 'description', 'visibility']);

const columnsOf = (observed: Observed): readonly Column<Difference>[] => [
  {
    title: 'Difference',
    cell: ({ property }) => <span className="name">{propertyLabels[property] ?? property}</span>,
  },
  {
    title: 'Recorded',
    cell: ({ property, expected }) => <span className="wrap">{recorded(property, expected)}</span>,
  },
  {
    title: 'In the directory',
    cell: ({ property, observed: value }) => <span className="wrap">{seen(property, value)}</span>,
  },
  {
    title: 'Seen',
    cell: ({ property }) => (
      <Moment iso={listed.has(property) ? observed.seenAt : observed.detailsSeenAt} />
    ),
  },
];

type Value = Difference['expected'];

function recorded(property: string, value: Value): string {
  return property === 'owners' ? `At least ${String(value)}` : textOf(property, value);
}

function seen(property: string, value: Value): string {
  const isPerson = property === 'responsible' || property === 'deputy';
  return isPerson && value === null ? 'Not an owner' : textOf(property, value);
}

function textOf(property: string, value: Value): string {
  if (value === null || value === '' || value === 0) return 'None';
  if (property === 'archived') return value === true ? 'Archived' : 'Active';
  if (property === 'visibility') return value === 'public' ? 'Public' : 'Private';
  return String(value);
}

export function Differences({
  drift,
  observed,
}: {
  drift: readonly Difference[];
  observed: Observed;
}) {
  return (
    <DataTable items={drift} keyOf={({ property }) => property} columns={columnsOf(observed)} />
  );
}

/** The findings as sentences. */
export function Findings({
  findings,
  observed,
  responsible,
  deputy,
}: {
  findings: readonly string[];
  observed: Observed;
  responsible: string;
  deputy: string | null;
}) {
  const sentences: Readonly<Record<string, string>> = {
    ownerless: 'No owner of the group has an enabled account.',
    too_few_owners: 'Fewer owners of the group have an enabled account than its template requires.',
    responsible_unavailable: `${responsible} is responsible, but ${accounts[observed.responsible] ?? ''}.`,
    deputy_unavailable: `${deputy ?? ''} is deputy, but ${accounts[observed.deputy ?? ''] ?? ''}.`,
    responsible_unreachable: `${responsible} is responsible, but the last three messages to this person failed.`,
    deputy_unreachable: `${deputy ?? ''} is deputy, but the last three messages to this person failed.`,
  };
  return (
    <ul className="plain stack tight">
      {findings.map((finding) => (
        <li key={finding}>
          <span className="status warn">
            <span aria-hidden="true" className="status-sign">
              !
            </span>
            {findingLabel(finding)}
          </span>{' '}
          <span className="wrap">{sentences[finding]}</span>
        </li>
      ))}
    </ul>
  );
}

const accounts: Readonly<Record<string, string>> = {
  disabled: 'the account is disabled',
  gone: 'the directory no longer has this person',
};
