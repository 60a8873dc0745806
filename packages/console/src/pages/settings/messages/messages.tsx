// Messages: the notices that people receive, one digest a day. In a sandbox, nothing leaves the service, and the text of
// each message can be read here. It is shown as plain text, so nothing in it can run.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import type { Answer, Query } from '../../../api/route-types.ts';
import type { Column } from '../../../components/data-table.tsx';
import { Loaded, Page } from '../../../components/layout.tsx';
import { MailText } from '../../../components/mail-text.tsx';
import { Modal } from '../../../components/modal.tsx';
import { PagedTable, usePaged } from '../../../components/paged-table.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Status, statusLabel } from '../../../components/status.tsx';
import { common } from '../../../messages/common.ts';
import { notices as texts } from '../../../messages/notices.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';

type Message = Answer<'get', '/notices/messages'>['items'][number];
type State = Query<'get', '/notices/messages'>['state'];

const states = ['pending', 'sent', 'refused', 'dropped', 'failed'] as const;

export function MessagesPage() {
  const t = useMessages(texts);
  const columns = useColumns();
  const format = useFormat();
  const [query, setQuery] = useSearchParams();
  const [read, setRead] = useState<Message>();
  // The service refuses any other state, so that a misspelt address does not show everything.
  const state = (query.get('state') ?? '') as State;
  const messages = usePaged(['messages', state], ({ query: page, signal }) =>
    api.get('/notices/messages', { query: { state, ...page }, signal }),
  );
  const actions: Column<Message> = {
    title: t('messages.actions'),
    as: 'actions',
    cell: (message) => (
      <RowButton
        action={t('messages.read')}
        of={`${message.email}, ${format.date(message.day)}`}
        onClick={() => setRead(message)}
      />
    ),
  };
  return (
    <Page title={t('messages.title')} lead={t('messages.lead')}>
      <div className="filters" role="search">
        <SelectField
          label={t('state')}
          value={state ?? ''}
          onChange={(value) => setQuery(value === '' ? {} : { state: value }, { replace: true })}
          options={[
            ['', t('messages.any')] as const,
            ...states.map((one) => [one, statusLabel(one)] as const),
          ]}
        />
      </div>
      <PagedTable
        paged={messages}
        empty={{
          title: t('messages.none'),
          ...(state !== '' && {
            action: (
              <Button onClick={() => setQuery({}, { replace: true })}>{t('messages.clear')}</Button>
            ),
          }),
        }}
        keyOf={({ messageId }) => messageId}
        columns={[...columns, actions]}
      />
      {read === undefined ? null : <ReadMessage message={read} close={() => setRead(undefined)} />}
    </Page>
  );
}

function useColumns(): readonly Column<Message>[] {
  const t = useMessages(texts);
  const format = useFormat();
  return [
    {
      title: t('recipient'),
      cell: ({ email }) => (
        <span className="name">
          <MailText text={email} />
        </span>
      ),
    },
    { title: t('messages.day'), cell: ({ day }) => format.date(day) },
    {
      title: t('state'),
      cell: ({ state, detail }) => (
        <div className="wrap">
          <Status status={state} />
          {detail === null ? null : <div className="muted small">{detail}</div>}
        </div>
      ),
    },
    { title: t('messages.notices'), cell: ({ notices }) => format.number(notices) },
  ];
}

function ReadMessage({ message, close }: { message: Message; close: () => void }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const format = useFormat();
  const { messageId, email, day } = message;
  const seesLinks = useMay('groups:manage');
  const details = useQuery({
    queryKey: ['message', messageId],
    queryFn: ({ signal }) =>
      api.get('/notices/messages/{messageId}', { path: { messageId }, signal }),
  });
  return (
    <Modal title={details.data?.content?.subject ?? t('messages.message')} close={close}>
      <p className="muted">{t('messages.to', { email, day: format.date(day) })}</p>
      <Loaded query={details}>
        {({ content }) =>
          content === null ? (
            <p>{t('messages.hidden')}</p>
          ) : (
            <>
              {seesLinks ? null : <p className="muted">{t('messages.withoutLinks')}</p>}
              <pre className="message" tabIndex={0}>
                {content.text}
              </pre>
            </>
          )
        }
      </Loaded>
      <div className="modal-actions">
        <Button onClick={close}>{c('close')}</Button>
      </div>
    </Modal>
  );
}
