// One request of the log: its method and route, and behind them its faults, body and caller.
import { useState } from 'react';
import { Link } from 'react-router';
import type { LoggedRequest } from '../api/types.ts';
import { CopyButton } from '../components/copy.tsx';
import { requests as texts } from '../messages/requests.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';

export function RequestDetails({ item }: { item: LoggedRequest }) {
  const t = useMessages(texts);
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { method, route, occurredAt } = item;
  return (
    <>
      <span className="mono wrap">
        {method} {route}
      </span>
      {item.detail === null ? null : <div className="small wrap">{item.detail}</div>}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="muted small">
          {t('details')}{' '}
          <span className="sr-only">
            {t('detailsOf', { method, route, time: format.dateTime(occurredAt) })}
          </span>
        </summary>
        {isOpen ? <Facts item={item} /> : null}
      </details>
    </>
  );
}

function Facts({ item }: { item: LoggedRequest }) {
  const t = useMessages(texts);
  const { requestId, address, userAgent, groupId, code, problem, errors, body, isBodyCut } = item;
  return (
    <div className="stack">
      <dl className="facts">
        <dt>{t('requestId')}</dt>
        <dd>
          <span className="mono">{requestId}</span>{' '}
          <CopyButton text={requestId} label={t('copyRequestId')} />
        </dd>
        <dt>{t('key')}</dt>
        <dd>
          <Link to={`/api-keys/${item.key.keyId}`}>{item.key.name ?? t('removedKey')}</Link>
        </dd>
        <dt>{t('address')}</dt>
        <dd className="mono">{address === '' ? t('noAddress') : address}</dd>
        {userAgent === null ? null : (
          <>
            <dt>{t('userAgent')}</dt>
            <dd className="wrap">{userAgent}</dd>
          </>
        )}
        {groupId === null ? null : (
          <>
            <dt>{t('group')}</dt>
            <dd>
              <Link to={`/groups/${groupId}`}>{t('viewGroup')}</Link>
            </dd>
          </>
        )}
      </dl>
      {problem === null ? null : (
        <p>
          <a href={problem} target="_blank" rel="noreferrer">
            {t('explanation')}
          </a>
        </p>
      )}
      {errors.length === 0 ? null : (
        <div>
          <h2>{t('faults')}</h2>
          <ul className="plain">
            {errors.map(({ pointer, parameter, detail, code: fault }) => (
              <li key={`${pointer ?? parameter} ${fault} ${detail}`}>
                <span className="mono">{pointer ?? parameter}</span> {detail}
              </li>
            ))}
          </ul>
        </div>
      )}
      {code === null ? null : (
        <div>
          <h2>{t('body')}</h2>
          {body === null ? (
            <p className="muted">{t('noBody')}</p>
          ) : (
            <pre className="secret mono details" tabIndex={0} aria-label={t('body')}>
              {JSON.stringify(body, null, 2)}
            </pre>
          )}
          {isBodyCut ? <p className="muted small">{t('bodyCut')}</p> : null}
        </div>
      )}
    </div>
  );
}
