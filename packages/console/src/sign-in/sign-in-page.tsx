// Sign-in with a link, whose secret is the part after the # and is sent nowhere else, or with the tenant's provider.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '../components/message-bar.tsx';
import { Spinner } from '../components/spinner.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '../api/client.ts';
import { providerSignInUrl } from '../api/location.ts';
import { tellOtherTabs } from '../api/other-tabs.ts';
import { useSetSession } from '../api/session.ts';
import { common } from '../messages/common.ts';
import { signIn } from '../messages/sign-in.ts';
import { labelOf, useMessages } from '../messages/use-messages.ts';
import { Mark } from '../shell/logo.tsx';

// no text: the operator types it
const command = 'npm run operator -- admin link --email you@nordlicht.example';

/** Reads the token once and removes it from the address: it must not stay in the history or be used twice. */
function takeToken(): string | undefined {
  const token = location.hash.slice(1);
  if (token === '') return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

export function SignInPage() {
  const t = useMessages(signIn);
  const words = useMessages(common);
  const [token, setToken] = useState(takeToken);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const setSession = useSetSession();
  const returnTo = useReturnTo(query.get('returnTo'));
  const byLink = useMutation({
    mutationFn: (secret: string) => api.post('/sign-in/link', { body: { token: secret } }),
    async onSuccess(session) {
      await setSession(session);
      tellOtherTabs('signed-in');
      sessionStorage.removeItem(returnToKey);
      await navigate(returnTo, { replace: true });
    },
  });
  const { mutate } = byLink;
  useEffect(() => {
    if (token !== undefined) mutate(token);
  }, [token, mutate]);
  useEffect(() => {
    // A link that is opened while this page is open changes only the part after the #.
    const onHashChange = () => setToken((before) => takeToken() ?? before);
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);

  if (token !== undefined && !byLink.isError) {
    return (
      <Door title={t('signingIn')}>
        <Spinner label={words('pleaseWait')} />
      </Door>
    );
  }
  const refused = query.get('refused');
  return (
    <Door title={t('title')}>
      {byLink.error === null ? null : (
        <MessageBar intent="error">
          <MessageBarBody>{byLink.error.message}</MessageBarBody>
        </MessageBar>
      )}
      {refused === null ? null : (
        <MessageBar intent="error">
          <MessageBarBody>{labelOf(t, `refused.${refused}`, t('refused.other'))}</MessageBarBody>
        </MessageBar>
      )}
      {query.has('ended') ? (
        <MessageBar intent="success">
          <MessageBarBody>{t('signedOut')}</MessageBarBody>
        </MessageBar>
      ) : null}
      <Ways returnTo={returnTo} />
    </Door>
  );
}

function Ways({ returnTo }: { returnTo: string }) {
  const t = useMessages(signIn);
  const { data, error } = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => api.get('/sign-in', { signal }),
  });
  const provider = data?.provider ?? null;
  return (
    <>
      {error === null ? null : (
        <MessageBar intent="error">
          <MessageBarBody>{error.message}</MessageBarBody>
        </MessageBar>
      )}
      {provider === null ? null : (
        <Button as="a" appearance="primary" size="large" href={providerSignInUrl(returnTo)}>
          {t('continueWith', { provider: provider.host })}
        </Button>
      )}
      <p className="muted">{t(provider === null ? 'byLink' : 'orByLink')}</p>
      <pre className="secret mono" tabIndex={0} aria-label={t('command')}>
        {command.split(/(?<= )/).map((word) => (
          <span className="whole" key={word}>
            {word}
          </span>
        ))}
      </pre>
    </>
  );
}

function Door({ title, children }: { title: string; children: ReactNode }) {
  const words = useMessages(common);
  const productName = words('productName');
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
  return (
    <main className="door">
      <div className="door-card">
        <div className="row">
          <Mark />
          <span className="muted">{productName}</span>
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

const returnToKey = 'groupwright-return-to';

/** The page that was asked for. The tab keeps it: a one-time link that is opened here later has no such parameter. */
function useReturnTo(asked: string | null): string {
  const path = pathWithin(asked ?? sessionStorage.getItem(returnToKey));
  useEffect(() => {
    if (asked !== null) sessionStorage.setItem(returnToKey, path);
  }, [asked, path]);
  return path;
}

function pathWithin(path: string | null): string {
  return path !== null && /^\/(?!\/)/.test(path) ? path : '/';
}
