// One request of the log: its method and route, and behind them its faults, body and caller.
import { useState } from 'react';
import { Link } from 'react-router';
import type { LoggedRequest } from '../../api/types.ts';
import { CopyButton } from '../../components/copy.tsx';
import { faultText } from '../../components/fault-text.ts';
import { currentLocale } from '../../messages/current-locale.ts';
import { requests as texts } from '../../messages/requests.ts';
import { serviceText } from '../../messages/service-text.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';

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
      {item.detail === null ? null : <div className="small wrap">{refusalText(item)}</div>}
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

/** The sentence of the answer, in the language of the page. */
function refusalText({ code, detail }: LoggedRequest): string | null {
  return code === null || detail === null ? detail : serviceText('problem', code, detail);
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
            {errors.map((fault) => (
              <li key={`${fault.pointer ?? fault.parameter} ${fault.code} ${fault.detail}`}>
                <span className="mono">{fault.pointer ?? fault.parameter}</span>{' '}
                {currentLocale().language === 'en' ? fault.detail : faultText(fault)}
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
