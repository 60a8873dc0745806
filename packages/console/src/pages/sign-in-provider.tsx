// The provider by which administrators sign in, and whether it answers. The operator sets it.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { CopyButton } from '../components/copy.tsx';
import { FormNotice, formProblem } from '../components/form-problem.tsx';
import { Card, Loaded } from '../components/layout.tsx';
import { useSending } from '../components/use-sending.ts';
import { administrators } from '../messages/administrators.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';

export function SignInProviderCard() {
  const t = useMessages(administrators);
  const format = useFormat();
  const stored = useQuery({
    queryKey: ['sign-in-provider'],
    queryFn: ({ signal }) => api.get('/sign-in-provider', { signal }),
  });
  const trial = useSending({ send: () => api.post('/sign-in-provider/test') });
  return (
    <Card
      title={t('provider')}
      note={t('providerNote')}
      actions={
        stored.data?.provider == null ? null : (
          <Button disabledFocusable={trial.isPending} onClick={() => trial.submit()}>
            {trial.isPending ? t('testing') : t('testProvider')}
          </Button>
        )
      }
    >
      <FormNotice problem={formProblem(trial.error, [])} />
      {trial.data === undefined ? null : (
        <MessageBar intent={trial.data.ok ? 'success' : 'error'} layout="multiline">
          <MessageBarBody>{t(trial.data.ok ? 'providerWorks' : 'providerFails')}</MessageBarBody>
        </MessageBar>
      )}
      <Loaded query={stored} what={t('loadedProvider')}>
        {({ provider, callbackUrl }) => (
          <>
            {provider === null ? <p className="muted">{t('noProvider')}</p> : null}
            <dl className="facts">
              {provider === null ? null : (
                <>
                  <dt>{t('issuer')}</dt>
                  <dd className="wrap">{provider.issuer}</dd>
                  <dt>{t('clientId')}</dt>
                  <dd className="mono wrap">{provider.clientId}</dd>
                  <dt>{t('roleClaim')}</dt>
                  <dd className="wrap">
                    {provider.roleClaim === null
                      ? t('noRoleClaim')
                      : t('claimValues', {
                          claim: provider.roleClaim.claim,
                          administrators: format.list(provider.roleClaim.administratorValues),
                          readers: format.list(provider.roleClaim.readerValues),
                        })}
                  </dd>
                </>
              )}
              <dt>{t('redirectAddress')}</dt>
              <dd className="wrap">
                <span className="mono">{callbackUrl}</span>{' '}
                <CopyButton text={callbackUrl} label={t('copyRedirectAddress')} />
              </dd>
            </dl>
          </>
        )}
      </Loaded>
    </Card>
  );
}
