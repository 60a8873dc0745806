// The audit log: actor, action and object, with filters, export, and the verification of its integrity.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody, MessageBarTitle } from '../../components/message-bar.tsx';
import { ArrowDownloadRegular, ShieldCheckmarkRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, urlOf } from '../../api/client.ts';
import type { ActivityItem } from '../../api/types.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FormNotice, formProblem } from '../../components/form-problem.tsx';
import { useKnownPeople } from '../../components/known-people.ts';
import { MailText } from '../../components/mail-text.tsx';
import { Card, Page } from '../../components/layout.tsx';
import { ListedTable, useListed } from '../../components/listed-table.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { isReversed, useAddressFilters } from '../../components/use-address-filters.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import { useSending } from '../../components/use-sending.ts';
import { useMay, useSession } from '../../api/session.ts';
import { activity as texts } from '../../messages/activity.ts';
import { common } from '../../messages/common.ts';
import { useFormat } from '../../messages/use-format.ts';
import { labelOf, useMessages } from '../../messages/use-messages.ts';
import { UndoSelected } from '../groups/dialogs/late-dialogs.ts';
import { describeActivity, isFailure } from './activity-words.ts';

const actorKinds = ['api_key', 'administrator', 'operator', 'service', 'person', 'policy'] as const;
/** The part of an action before the dot. */
const actionKinds = [
  'group',
  'batch',
  'responsibility',
  'task',
  'review',
  'api_key',
  'organisation',
  'template',
  'person',
  'administrator',
  'sign_in_provider',
  'webhook',
  'signing_key',
  'tenant',
] as const;
const exports = [
  ['csv', 'exportCsv'],
  ['jsonl', 'exportJsonLines'],
] as const;

const filterNames = ['actorKind', 'actor', 'action', 'from', 'until'] as const;
const noFilters = { actorKind: '', actor: '', action: '', from: '', until: '' };

export function ActivityPage() {
  const t = useMessages(texts);
  const c = useMessages(common);
  const columns = useColumns();
  const [asked, change] = useAddressFilters(filterNames);
  // An address that names an unknown kind of actor shows all of them.
  const actorKind = actorKinds.find((kind) => kind === asked.actorKind) ?? '';
  const filters = { ...asked, actorKind } as const;
  const set = (name: (typeof filterNames)[number]) => (value: string) => change({ [name]: value });
  const rested = useDebounced(filters, 250);
  const isFiltered = Object.values(rested).some((value) => value !== '');
  const activity = useListed(['activity', rested], (cursor, signal) =>
    api.get('/activity', { query: { ...rested, limit: 50, cursor }, signal }),
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={exports.map(([format, label]) => (
        <Button
          key={format}
          as="a"
          icon={<ArrowDownloadRegular />}
          href={urlOf('/activity/export', { query: { ...filters, format } })}
          download
        >
          {t(label)}
        </Button>
      ))}
    >
      <Proof />
      <div className="filters" role="search">
        <SelectField
          label={t('actorType')}
          options={[
            ['', t('all')],
            ...actorKinds.map((kind) => [kind, t(`actors.${kind}`)] as const),
          ]}
          value={filters.actorKind}
          onChange={set('actorKind')}
        />
        <SelectField
          label={t('object')}
          options={[
            ['', t('all')],
            ...actionKinds.map((kind) => [kind, t(`kinds.${kind}`)] as const),
          ]}
          value={filters.action}
          onChange={set('action')}
        />
        <SearchField
          label={t('actor')}
          placeholder={t('actorPlaceholder')}
          value={filters.actor}
          onChange={set('actor')}
        />
        <TextField label={t('from')} type="date" value={filters.from} onChange={set('from')} />
        <TextField
          label={t('until')}
          type="date"
          value={filters.until}
          onChange={set('until')}
          fault={isReversed(filters) ? c('untilBeforeFrom') : undefined}
        />
      </div>
      <Card className="flush log">
        <ListedTable
          list={activity}
          empty={{
            title: t('empty'),
            action: isFiltered ? (
              <Button onClick={() => change(noFilters)}>{t('clear')}</Button>
            ) : null,
          }}
          keyOf={({ activityId }) => activityId}
          columns={columns}
        />
      </Card>
    </Page>
  );
}

function useColumns(): readonly Column<ActivityItem>[] {
  const t = useMessages(texts);
  const format = useFormat();
  return [
    { title: t('activity'), cell: (item) => <What item={item} /> },
    {
      title: t('actor'),
      as: 'text',
      cell: ({ actor }) => (
        <>
          <MailText text={actor.name} />{' '}
          <span className="muted small">{labelOf(t, `actors.${actor.kind}`, actor.kind)}</span>
        </>
      ),
    },
    {
      title: t('address'),
      as: 'text',
      cell: ({ address }) => <span className="mono muted address">{address ?? '–'}</span>,
    },
    {
      title: t('time'),
      as: 'text',
      cell: ({ occurredAt }) => <time dateTime={occurredAt}>{format.dateTime(occurredAt)}</time>,
    },
  ];
}

function What({ item }: { item: ActivityItem }) {
  const t = useMessages(texts);
  const { tenant } = useSession();
  const { kind, id, name } = item.subject;
  const person = useKnownPeople(kind === 'person' ? [id] : []).get(id);
  const named = { ...item.subject, name: name ?? person?.displayName ?? null };
  const described = describeActivity({ ...item, subject: named }, tenant);
  const { before, after, ...others } = item.data;
  const changes = changesOf(before, after);
  return (
    <>
      {t.rich('line', {
        ...described,
        what: (verb) => <span className={isFailure(item.action) ? 'failure' : ''}>{verb}</span>,
        whom: (subject) =>
          kind === 'group' || kind === 'batch' ? (
            <Link className="name within" to={`/${kind === 'group' ? 'groups' : 'batches'}/${id}`}>
              {subject}
            </Link>
          ) : (
            <span className="name">{subject}</span>
          ),
      })}
      <details>
        <summary className="muted small">
          {t('details')}
          <span className="sr-only"> {t('detailsOf', described)}</span>
        </summary>
        {changes.length === 0 ? null : (
          <DataTable
            items={changes}
            keyOf={({ name }) => name}
            columns={[
              { title: t('property'), cell: ({ name }) => name },
              { title: t('before'), cell: ({ before }) => textOf(before) },
              { title: t('after'), cell: ({ after }) => textOf(after) },
            ]}
            look="figures"
          />
        )}
        <pre className="secret mono details" tabIndex={0} aria-label={t('details')}>
          {JSON.stringify(
            { action: item.action, id: item.subject.id, requestId: item.requestId, ...others },
            null,
            2,
          )}
        </pre>
        <UndoOfAuthor item={item} />
      </details>
    </>
  );
}

const peopleWhoAct: ReadonlySet<string> = new Set(['administrator', 'person', 'operator']);

/** The author of a change of a group, whose other changes go back with it. */
function authorOf({ actor, data }: ActivityItem) {
  const { rule } = Object(data['cause']) as { readonly rule?: string };
  if (rule !== undefined) return { author: 'rule', name: rule } as const;
  if (peopleWhoAct.has(actor.kind)) return { author: 'person', name: actor.id } as const;
  return actor.kind === 'api_key' ? ({ author: 'apiKeyId', name: actor.id } as const) : undefined;
}

function UndoOfAuthor({ item }: { item: ActivityItem }) {
  const t = useMessages(texts);
  const mayManage = useMay('groups:manage');
  const [isUndoing, setIsUndoing] = useState(false);
  const by = authorOf(item);
  if (!mayManage || item.subject.kind !== 'group' || by === undefined) return null;
  const day = item.occurredAt.slice(0, 'yyyy-mm-dd'.length);
  return (
    <>
      <Button onClick={() => setIsUndoing(true)}>{t(`undo.${by.author}`)}</Button>
      {isUndoing ? (
        <UndoSelected
          initial={{ ...by, from: day, until: day }}
          close={() => setIsUndoing(false)}
          settled={() => undefined}
        />
      ) : null}
    </>
  );
}

interface Change {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [old, now] = [before, after].map((one) => Object(one) as Readonly<Record<string, unknown>>);
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].map((name) => ({
    name,
    before: old?.[name],
    after: now?.[name],
  }));
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

function Proof() {
  const t = useMessages(texts);
  const proof = useSending({ send: () => api.get('/activity/proof') });
  return (
    <>
      <div className="row">
        <Button
          appearance="subtle"
          icon={<ShieldCheckmarkRegular />}
          disabledFocusable={proof.isPending}
          onClick={() => proof.submit()}
        >
          {t(proof.isPending ? 'verifying' : 'verify')}
        </Button>
      </div>
      <FormNotice problem={formProblem(proof.error, [])} />
      {proof.data === undefined ? null : (
        <MessageBar intent={proof.data.whole ? 'success' : 'error'} role="status">
          <MessageBarBody>
            <MessageBarTitle>{t(proof.data.whole ? 'intact' : 'changed')}</MessageBarTitle>{' '}
            {proof.data.whole
              ? t('verified', { entries: proof.data.entries })
              : (proof.data.detail ?? '')}{' '}
            <span className="mono">{proof.data.hash}</span>
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}
