// Messages: the notices that people receive, one digest a day. In a sandbox, nothing leaves the service, and the text of
// each message can be read here. It is shown as plain text, so nothing in it can run.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../api/client.ts';
import type { Answer, Query } from '../api/route-types.ts';
import type { Column } from '../components/data-table.tsx';
import { Loaded, Page } from '../components/layout.tsx';
import { Modal } from '../components/modal.tsx';
import { PagedTable, usePaged } from '../components/paged-table.tsx';
import { RowButton } from '../components/row-button.tsx';
import { SelectField } from '../components/select-field.tsx';
import { Status, statusLabel } from '../components/status.tsx';

type Message = Answer<'get', '/notices/messages'>['items'][number];
type State = Query<'get', '/notices/messages'>['state'];

const states = ['pending', 'sent', 'refused', 'dropped', 'failed'] as const;

export function MessagesPage() {
  const [query, setQuery] = useSearchParams();
  const [read, setRead] = useState<Message>();
  // The service refuses any other state, so that a misspelt address does not show everything.
  const state = (query.get('state') ?? '') as State;
  const messages = usePaged(['messages', state], ({ query: page, signal }) =>
    api.get('/notices/messages', { query: { state, ...page }, signal }),
  );
  const actions: Column<Message> = {
    title: 'Actions',
    as: 'actions',
    cell: (message) => (
      <RowButton
        action="Read"
        of={`${message.email}, ${message.day}`}
        onClick={() => setRead(message)}
      />
    ),
  };
  return (
    <Page title="Messages" lead="Notices to people, one message per person and day, newest first.">
      <div className="filters" role="search">
        <SelectField
          label="State"
          value={state ?? ''}
          onChange={(value) => setQuery(value === '' ? {} : { state: value }, { replace: true })}
          options={[['', 'Any'], ...states.map((one) => [one, statusLabel(one)] as const)]}
        />
      </div>
      <PagedTable
        paged={messages}
        what="the messages"
        empty={{ title: 'No messages', text: 'No message matches this filter.' }}
        keyOf={({ messageId }) => messageId}
        columns={[...columns, actions]}
      />
      {read === undefined ? null : <ReadMessage message={read} close={() => setRead(undefined)} />}
    </Page>
  );
}

const columns: readonly Column<Message>[] = [
  { title: 'Recipient', cell: ({ email }) => <span className="name wrap">{email}</span> },
  { title: 'Day', cell: ({ day }) => day },
  {
    title: 'State',
    cell: ({ state, detail }) => (
      <div className="wrap">
        <Status status={state} />
        {detail === null ? null : <div className="muted small">{detail}</div>}
      </div>
    ),
  },
  { title: 'Notices', cell: ({ notices }) => notices.toLocaleString('en') },
];

function ReadMessage({ message, close }: { message: Message; close: () => void }) {
  const { messageId } = message;
  const details = useQuery({
    queryKey: ['message', messageId],
    queryFn: ({ signal }) =>
      api.get('/notices/messages/{messageId}', { path: { messageId }, signal }),
  });
  return (
    <Modal title={details.data?.content?.subject ?? 'Message'} close={close}>
      <p className="muted">
        To {message.email}, {message.day}
      </p>
      <Loaded query={details} what="the message">
        {({ content }) =>
          content === null ? (
            <p>The text is shown only in a sandbox. It has links for the recipient alone.</p>
          ) : (
            <pre className="message" tabIndex={0}>
              {content.text}
            </pre>
          )
        }
      </Loaded>
      <div className="modal-actions">
        <Button onClick={close}>Close</Button>
      </div>
    </Modal>
  );
}
