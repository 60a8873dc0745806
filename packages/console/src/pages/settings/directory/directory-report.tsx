// The result of a connection test, with a line for each permission.
import { MessageBar, MessageBarBody, MessageBarTitle } from '../../../components/message-bar.tsx';
import type { ConnectionTestResponse } from '../../../api/types.ts';
import { connectionGuide } from '../../../messages/connection-guide.ts';
import { directory as texts } from '../../../messages/directory.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, useLocale, useMessages } from '../../../messages/use-messages.ts';

export function TestReport({ report }: { report: ConnectionTestResponse }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { permissions, missing, notes, sharePoint } = report;
  const detail = useDetail(report);
  return (
    <MessageBar intent={report.ok ? 'success' : 'error'} role="status">
      <MessageBarBody>
        <MessageBarTitle>{t(report.ok ? 'works' : 'failed')}</MessageBarTitle> {detail}{' '}
        <span className="muted">({format.duration(report.durationMs)})</span>
        {permissions === null ? (
          <Lines lines={[...missing.filter((line) => line !== report.detail), ...notes]} />
        ) : (
          <CheckedPermissions permissions={permissions} />
        )}
        {sharePoint === undefined ? null : <SharePointLines report={sharePoint} />}
      </MessageBarBody>
    </MessageBar>
  );
}

/** The sentence of the service; in another language the text for its code. */
function useDetail({ code, detail }: ConnectionTestResponse): string {
  const t = useMessages(connectionGuide);
  const { language } = useLocale();
  return language === 'en' || !t.has(`result.${code}`) ? detail : t(`result.${code}`, { detail });
}

const signs = {
  granted: { tone: 'good', sign: '✓' },
  missing: { tone: 'bad', sign: '✕' },
  absent: { tone: 'quiet', sign: '–' },
} as const;

function CheckedPermissions({
  permissions,
}: {
  permissions: NonNullable<ConnectionTestResponse['permissions']>;
}) {
  const t = useMessages(connectionGuide);
  return (
    <>
      <ul className="permissions" aria-label={t('checked')}>
        {permissions.map(({ permission, purpose, isRequired, grantedBy }) => {
          const state = grantedBy !== null ? 'granted' : isRequired ? 'missing' : 'absent';
          const { tone, sign } = signs[state];
          return (
            <li key={permission}>
              <span className={`status ${tone}`}>
                <span aria-hidden="true" className="status-sign">
                  {sign}
                </span>
                {t(`permissionState.${state}`)}
              </span>{' '}
              <span className="mono">{permission}</span>{' '}
              {grantedBy === null || grantedBy === permission ? null : (
                <span className="small">{t('grantedBy', { permission: grantedBy })}</span>
              )}
              <div className="muted small">{labelOf(t, `purpose.${purpose}`, purpose)}</div>
            </li>
          );
        })}
      </ul>
      <p className="small">{t('ownerlessPolicy')}</p>
    </>
  );
}

/** The second credential. In another language than the service's, its sentences are below a text of the page. */
function SharePointLines({
  report: { ok, detail, missing },
}: {
  report: NonNullable<ConnectionTestResponse['sharePoint']>;
}) {
  const t = useMessages(texts);
  const { tone, sign } = signs[ok ? 'granted' : 'missing'];
  return (
    <div>
      <span className={`status ${tone}`}>
        <span aria-hidden="true" className="status-sign">
          {sign}
        </span>
        {t(ok ? 'sharePoint.works' : 'sharePoint.failed')}
      </span>
      <p className="small">{ok ? t('sharePoint.warning') : detail}</p>
      <Lines lines={missing.filter((line) => line !== detail)} />
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
