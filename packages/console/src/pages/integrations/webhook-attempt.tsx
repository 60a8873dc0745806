// One attempt to deliver an event: the outcome in the language of the page, and the request and the response.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Attempt } from '../../api/types.ts';
import { Loaded } from '../../components/layout.tsx';
import { causeOf } from '../../components/network-text.ts';
import { network } from '../../messages/network.ts';
import { Modal } from '../../components/modal.tsx';
import { common } from '../../messages/common.ts';
import { currentLocale } from '../../messages/current-locale.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { webhooks as texts } from '../../messages/webhooks.ts';

type Outcome = Pick<Attempt, 'outcome' | 'statusCode' | 'detail'>;

/** The sentence of the service; in another language the text for its outcome. Null for a delivered event. */
export function outcomeText({ outcome, statusCode, detail }: Outcome): string | null {
  if (detail === null) return null;
  const why = outcome === 'unreachable' ? causeOf(messagesOf(network), detail) : undefined;
  if (why === undefined && currentLocale().language === 'en') return detail;
  const t = messagesOf(texts) as unknown as {
    (key: string, values: { code: string; detail: string }): string;
    has(key: string): boolean;
  };
  const key = `explained.${outcome}`;
  return t.has(key) ? t(key, { code: String(statusCode ?? ''), detail: why ?? detail }) : detail;
}

export function AttemptDialog({
  endpoint: { endpointId, url },
  attempt,
  close,
}: {
  endpoint: { readonly endpointId: string; readonly url: string };
  attempt: Attempt;
  close: () => void;
}) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const { eventType, position, statusCode, answerExcerpt } = attempt;
  return (
    <Modal title={t('attemptOf', { eventType })} close={close}>
      <p>{outcomeText(attempt) ?? t('explained.delivered')}</p>
      <h3>{t('request')}</h3>
      <p className="mono wrap">
        {
          // no text: the beginning of a request
          `POST ${url}`
        }
      </p>
      {position === null ? (
        <p className="muted">{t('testRequest')}</p>
      ) : (
        <SentEvent endpointId={endpointId} position={position} />
      )}
      <p className="muted small">{t('requestNote')}</p>
      <h3>{t('response')}</h3>
      {statusCode === null ? (
        <p className="muted">{t('noResponse')}</p>
      ) : (
        <>
          <p>{t('statusCode', { code: String(statusCode) })}</p>
          {answerExcerpt === null || answerExcerpt === '' ? (
            <p className="muted">{t('emptyResponse')}</p>
          ) : (
            <pre className="secret mono details" tabIndex={0} aria-label={t('response')}>
              {answerExcerpt}
            </pre>
          )}
        </>
      )}
      <div className="modal-actions">
        <Button onClick={close}>{c('close')}</Button>
      </div>
    </Modal>
  );
}

function SentEvent({ endpointId, position }: { endpointId: string; position: number }) {
  const event = useQuery({
    queryKey: ['webhook', endpointId, 'event', position],
    queryFn: ({ signal }) =>
      api.get('/webhooks/{endpointId}/deliveries/{position}/event', {
        path: { endpointId, position: String(position) },
        signal,
      }),
    staleTime: Infinity,
  });
  const t = useMessages(texts);
  return (
    <Loaded query={event}>
      {({ event: sent }) => (
        <pre className="secret mono details" tabIndex={0} aria-label={t('request')}>
          {JSON.stringify(sent, null, 2)}
        </pre>
      )}
    </Loaded>
  );
}
