// Sign-in with a link, whose secret is the part after the # and is sent nowhere else, or with the tenant's provider.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
import { Spinner } from '@fluentui/react-spinner';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '../api/client.ts';
import { providerSignInUrl } from '../api/location.ts';
import { useSetSession } from '../api/session.ts';
import { Mark } from '../shell/logo.tsx';

const refusals: Readonly<Record<string, string>> = {
  not_begun: 'This sign-in did not start in this browser, or took too long. Start again.',
  not_confirmed: 'The sign-in provider did not confirm the sign-in. Start again.',
  no_email: 'The sign-in provider sent no verified e-mail address for you.',
  other_account:
    'Your e-mail address belongs to an administrator who signed in with another account before. Ask an administrator of this tenant to reset that account.',
  not_listed:
    'You signed in, but you are not an administrator of this tenant. Ask one of its administrators to add you.',
  unavailable: 'The sign-in provider sent an unexpected answer. Try again later.',
};

/** Reads the token once and removes it from the address: it must not stay in the history or be used twice. */
function takeToken(): string | undefined {
  const token = location.hash.slice(1);
  if (token === '') return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

export function SignInPage() {
  const [token, setToken] = useState(takeToken);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const setSession = useSetSession();
  const returnTo = pathWithin(query.get('returnTo'));
  const byLink = useMutation({
    mutationFn: (secret: string) => api.post('/sign-in/link', { body: { token: secret } }),
    async onSuccess(session) {
      setSession(session);
      await navigate(returnTo, { replace: true });
    },
  });
  const { mutate } = byLink;
  useEffect(() => {
    document.title = 'Sign in · Groupwright admin center';
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
      <Door title="Signing you in">
        <Spinner label="Please wait…" />
      </Door>
    );
  }
  const refused = query.get('refused');
  return (
    <Door title="Sign in">
      {byLink.error === null ? null : (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{byLink.error.message}</MessageBarBody>
        </MessageBar>
      )}
      {refused === null ? null : (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{refusals[refused] ?? 'The sign-in failed.'}</MessageBarBody>
        </MessageBar>
      )}
      {query.has('ended') ? (
        <MessageBar intent="success">
          <MessageBarBody>You are signed out.</MessageBarBody>
        </MessageBar>
      ) : null}
      <Ways returnTo={returnTo} />
    </Door>
  );
}

function Ways({ returnTo }: { returnTo: string }) {
  const { data, error } = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => api.get('/sign-in', { signal }),
  });
  const provider = data?.provider ?? null;
  return (
    <>
      {error === null ? null : (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{error.message}</MessageBarBody>
        </MessageBar>
      )}
      {provider === null ? null : (
        <Button as="a" appearance="primary" size="large" href={providerSignInUrl(returnTo)}>
          Continue with {provider.host}
        </Button>
      )}
      <p className="muted">
        {provider === null ? 'Sign in' : 'Or sign in'} with a one-time link. Ask your operator to
        run:
      </p>
      <pre className="secret mono" tabIndex={0} aria-label="Command for a sign-in link">
        npm run operator -- admin link --email you@example.com
      </pre>
    </>
  );
}

function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="door">
      <div className="door-card">
        <div className="row">
          <Mark />
          <span className="muted">Groupwright admin center</span>
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

function pathWithin(path: string | null): string {
  return path !== null && /^\/(?!\/)/.test(path) ? path : '/';
}
