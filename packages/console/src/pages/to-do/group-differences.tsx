// How a group differs from its record, side by side, and the problems with the people who answer for it.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { BulkDialog } from '../groups/dialogs/late-dialogs.ts';
import type { GroupDetail } from '../../api/types.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { usePeopleNames } from '../../components/known-people.ts';
import { Breakable } from '../../components/mail-text.tsx';
import { Moment } from '../../components/time.tsx';
import {
  isSetting,
  type Labels,
  settingLabel,
  settingText,
  useLabels,
} from '../../components/setting-text.ts';
import { findings as texts } from '../../messages/findings.ts';
import { labelOf, type Messages, messagesOf, useMessages } from '../../messages/use-messages.ts';

type Observed = NonNullable<GroupDetail['observed']>;
type Difference = NonNullable<GroupDetail['drift']>[number];
type Translate = Messages<(typeof texts)['texts']['en']>;

/** The service may know more kinds than this page. */
export function findingLabel(finding: string): string {
  return labelOf(messagesOf(texts), `labels.${finding}`, finding);
}

/** Seen in lists, which are read more often. */
const listed: ReadonlySet<string> = new Set(['displayName', 'description', 'visibility']);

const columnsOf = (
  observed: Observed,
  hasAuthors: boolean,
  t: Translate,
  labels: Labels,
  nameOf: (reference: string) => string,
): readonly Column<Difference>[] => [
  {
    title: t('difference'),
    cell: ({ property }) => <span className="name">{propertyLabel(property, t)}</span>,
  },
  {
    title: t('recorded'),
    cell: ({ property, expected }) => (
      <span className="wrap">
        <Breakable text={recorded(property, named(property, expected, nameOf), t, labels)} />
      </span>
    ),
  },
  {
    title: t('inDirectory'),
    cell: ({ property, observed: value }) => (
      <span className="wrap">
        <Breakable text={seen(property, named(property, value, nameOf), t, labels)} />
      </span>
    ),
  },
  { title: t('since'), cell: ({ since }) => <Moment iso={since} /> },
  ...(hasAuthors
    ? [
        {
          title: t('by'),
          cell: ({ by }: Difference) => <Breakable text={by === null ? '' : nameOf(by)} />,
        },
      ]
    : []),
  {
    title: t('next'),
    cell: ({ rule, resolution }) => {
      const next = resolution === 'pending' && rule === 'restore' ? 'restore' : resolution;
      return labelOf(t, `resolutions.${next}`, next);
    },
  },
  {
    title: t('seen'),
    cell: ({ property }) => (
      <Moment iso={listed.has(property) ? observed.seenAt : observed.detailsSeenAt} />
    ),
  },
];

type Value = Difference['expected'];

const isPerson = (property: string) => property === 'responsible' || property === 'deputy';

function named(property: string, value: Value, nameOf: (reference: string) => string): Value {
  return isPerson(property) && typeof value === 'string' && value !== '' ? nameOf(value) : value;
}

/** A property as differences name it, and the words for one of its values. */
export function differenceWords(property: string, labels: Labels) {
  const t = messagesOf(texts);
  return {
    label: propertyLabel(property, t),
    text: (value: unknown) => textOf(property, (value ?? null) as Value, t, labels),
  };
}

function recorded(property: string, value: Value, t: Translate, labels: Labels): string {
  return property === 'owners'
    ? t('atLeast', { count: String(value) })
    : textOf(property, value, t, labels);
}

function seen(property: string, value: Value, t: Translate, labels: Labels): string {
  return isPerson(property) && value === null ? t('notOwner') : textOf(property, value, t, labels);
}

function propertyLabel(property: string, t: Translate): string {
  return isSetting(property)
    ? settingLabel(property)
    : labelOf(t, `properties.${property}`, property);
}

function textOf(property: string, value: Value, t: Translate, labels: Labels): string {
  if (isSetting(property) && value !== null) return settingText(property, value, labels);
  if (value === null || value === '' || value === 0) return t('none');
  if (property === 'archived') return t(value === true ? 'archived' : 'active');
  if (property === 'visibility') return t(value === 'public' ? 'public' : 'private');
  return String(value);
}

export function Differences({
  drift,
  observed,
}: {
  drift: readonly Difference[];
  observed: Observed;
}) {
  const t = useMessages(texts);
  const labels = useLabels(drift.map(({ property }) => property));
  const nameOf = usePeopleNames(
    drift.flatMap(({ property, expected, observed: value, by }) => [
      by,
      ...(isPerson(property) ? [expected, value].filter((one) => typeof one === 'string') : []),
    ]),
  );
  return (
    <DataTable
      items={drift}
      keyOf={({ property }) => property}
      columns={columnsOf(
        observed,
        drift.some(({ by }) => by !== null),
        t,
        labels,
        nameOf,
      )}
    />
  );
}

const acceptable: ReadonlySet<string> = new Set([
  'displayName',
  'description',
  'visibility',
  'archived',
]);

/** The buttons that put the differences of groups right, or keep them. */
export function ResolveDifferences({
  groups,
  size = 'medium',
  isBulk = false,
  settled,
  done,
}: {
  groups: readonly {
    readonly teamId: string;
    readonly displayName: string;
    readonly drift: readonly Difference[];
  }[];
  size?: 'small' | 'medium';
  /** The groups are a selection. */
  isBulk?: boolean;
  settled: () => void;
  /** The operations were requested. */
  done?: () => void;
}) {
  const t = useMessages(texts);
  const mayChange = useMay('groups:manage');
  const [open, setOpen] = useState<'repair' | 'accept_drift'>();
  const differing = groups.filter(({ drift }) => drift.length > 0);
  const accepting = differing.filter(({ drift }) =>
    drift.some(({ property }) => acceptable.has(property) || isSetting(property)),
  );
  const [first] = differing;
  if (!mayChange || first === undefined) return null;
  const name = first.displayName;
  const close = () => setOpen(undefined);
  const chosen = open === 'repair' ? differing : accepting;
  return (
    <>
      <Button
        size={size}
        {...(!isBulk && { 'aria-label': t('repairOf', { name }) })}
        onClick={() => setOpen('repair')}
      >
        {t('repair')}
      </Button>
      {accepting.length === 0 ? null : (
        <Button
          size={size}
          {...(!isBulk && { 'aria-label': t('acceptOf', { name }) })}
          onClick={() => setOpen('accept_drift')}
        >
          {t('accept')}
        </Button>
      )}
      {open === undefined ? null : (
        <BulkDialog
          kind={open}
          teamIds={chosen.map(({ teamId }) => teamId)}
          close={close}
          done={() => {
            close();
            done?.();
          }}
          settled={settled}
        />
      )}
    </>
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
  const t = useMessages(texts);
  const nameOf = usePeopleNames([responsible, deputy]);
  const sentences: Readonly<Record<string, string>> = {
    ownerless: t('sentences.ownerless'),
    contested: t('sentences.contested'),
    idle: t('sentences.idle'),
    too_few_owners: t('sentences.too_few_owners'),
    responsible_unavailable: t('sentences.responsible_unavailable', {
      name: nameOf(responsible),
      account: observed.responsible ?? '',
    }),
    deputy_unavailable: t('sentences.deputy_unavailable', {
      name: nameOf(deputy),
      account: observed.deputy ?? '',
    }),
    responsible_unreachable: t('sentences.responsible_unreachable', { name: nameOf(responsible) }),
    deputy_unreachable: t('sentences.deputy_unreachable', { name: nameOf(deputy) }),
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
