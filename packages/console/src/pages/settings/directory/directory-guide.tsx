// The steps of a connection to Microsoft 365, each with its state, and links into Microsoft Entra.
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import type { DirectoryState } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy.tsx';
import { connectionGuide as texts } from '../../../messages/connection-guide.ts';
import { labelOf, useMessages } from '../../../messages/use-messages.ts';
import { type EntraLinks, redirectUri } from './directory-links.ts';

export type StepState = 'todo' | 'done' | 'failed';

const dots = { todo: 'pending', done: 'succeeded', failed: 'failed' } as const;
const signs = { todo: undefined, done: '✓', failed: '✕' } as const;

export function GuideStep({
  number,
  name,
  state,
  children,
}: {
  number: number;
  name: 'prepare' | 'register' | 'credential' | 'permissions' | 'test';
  state: StepState;
  children?: ReactNode;
}) {
  const t = useMessages(texts);
  return (
    <li className="step guide-step">
      <span className={`dot ${dots[state]}`} aria-hidden="true">
        {signs[state] ?? number}
      </span>
      <div className="stack tight">
        <h3 className="step-name">
          {t(`${name}.title`)} <span className="sr-only">({t(`state.${state}`)})</span>
        </h3>
        <p className="muted">{t(`${name}.note`)}</p>
        {children}
      </div>
    </li>
  );
}

export function Elsewhere({ to, children }: { to: string; children: string }) {
  const t = useMessages(texts);
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      aria-label={t('opensElsewhere', { text: children })}
    >
      {children}
    </a>
  );
}

export function RedirectUri() {
  const t = useMessages(texts);
  const uri = redirectUri();
  return (
    <div>
      <div className="small muted">{t('register.redirect')}</div>
      <span className="mono wrap">{uri}</span>{' '}
      <CopyButton text={uri} label={t('register.copyRedirect')} />
    </div>
  );
}

/** The permissions to add in Entra, with the reason for each. */
export function NeededPermissions({
  permissions,
  links,
}: {
  permissions: DirectoryState['permissions'];
  links: EntraLinks | undefined;
}) {
  const t = useMessages(texts);
  const names = permissions.filter(({ isRequired }) => isRequired).map((one) => one.permission);
  return (
    <>
      <ul className="permissions">
        {permissions.map(({ permission, purpose, isRequired }) => (
          <li key={permission}>
            <span className="mono">{permission}</span>{' '}
            <span className="tag">{t(`permissions.${isRequired ? 'required' : 'optional'}`)}</span>
            <div className="muted small">{labelOf(t, `purpose.${purpose}`, purpose)}</div>
          </li>
        ))}
      </ul>
      <span className="row">
        <CopyButton text={names.join('\n')} label={t('permissions.copy')} appearance="secondary">
          {t('permissions.copy')}
        </CopyButton>
        {links?.application === undefined ? null : (
          <>
            <Elsewhere to={links.application.permissions}>{t('permissions.open')}</Elsewhere>
            <Elsewhere to={links.application.consent}>{t('permissions.consent')}</Elsewhere>
          </>
        )}
      </span>
      {links !== undefined && links.application === undefined ? (
        <p className="muted small">{t('permissions.idsFirst')}</p>
      ) : null}
    </>
  );
}

/** The result that Entra appends to the redirect URI. It is a claim of the address, so only a test counts. */
export function ConsentResult() {
  const t = useMessages(texts);
  const [query] = useSearchParams();
  const isGranted = /^true$/i.test(query.get('admin_consent') ?? '');
  const reason = query.get('error_description') ?? query.get('error');
  if (!isGranted && reason === null) return null;
  return (
    <MessageBar intent={reason === null ? 'info' : 'warning'} role="status">
      <MessageBarBody>
        {reason === null ? t('consented') : t('consentFailed', { reason: reason.slice(0, 300) })}
      </MessageBarBody>
    </MessageBar>
  );
}
