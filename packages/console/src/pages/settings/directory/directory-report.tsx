// The result of a connection test, with a line for each permission.
import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-message-bar';
import type { ConnectionTestResponse } from '../../../api/types.ts';
import { connectionGuide } from '../../../messages/connection-guide.ts';
import { directory as texts } from '../../../messages/directory.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, useLocale, useMessages } from '../../../messages/use-messages.ts';

export function TestReport({ report }: { report: ConnectionTestResponse }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { permissions, missing, notes } = report;
  const detail = useDetail(report);
  return (
    <MessageBar intent={report.ok ? 'success' : 'error'} layout="multiline" role="status">
      <MessageBarBody>
        <MessageBarTitle>{t(report.ok ? 'works' : 'failed')}</MessageBarTitle> {detail}{' '}
        <span className="muted">({format.duration(report.durationMs)})</span>
        {permissions === null ? (
          <Lines lines={[...missing.filter((line) => line !== report.detail), ...notes]} />
        ) : (
          <CheckedPermissions permissions={permissions} />
        )}
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
