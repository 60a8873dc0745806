// The provider by which administrators sign in, and whether it answers. The operator sets it.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { CopyButton } from '../../../components/copy.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { Card, Loaded, Page } from '../../../components/layout.tsx';
import { useSending } from '../../../components/use-sending.ts';
import type { SignInProvider } from '../../../api/types.ts';
import { administrators } from '../../../messages/administrators.ts';
import { shell } from '../../../messages/shell.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { roles } from './administrator-grant.tsx';

export function SignInProviderPage() {
  const t = useMessages(administrators);
  const stored = useQuery({
    queryKey: ['sign-in-provider'],
    queryFn: ({ signal }) => api.get('/sign-in-provider', { signal }),
  });
  const trial = useSending({ send: () => api.post('/sign-in-provider/test') });
  return (
    <Page
      title={t('provider')}
      lead={t('providerNote')}
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
        <MessageBar intent={trial.data.ok ? 'success' : 'error'}>
          <MessageBarBody>{t(trial.data.ok ? 'providerWorks' : 'providerFails')}</MessageBarBody>
        </MessageBar>
      )}
      <Loaded query={stored}>
        {({ provider, callbackUrl, decisionCallbackUrl }) => (
          <Card>
            <div className="stack tight">
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
                        : t('claimOf', { claim: provider.roleClaim.claim })}
                      {provider.roleClaim === null ? null : (
                        <RolesByClaim roleClaim={provider.roleClaim} />
                      )}
                    </dd>
                  </>
                )}
                <dt>{t('redirectAddresses')}</dt>
                {[callbackUrl, decisionCallbackUrl].map((address) => (
                  <dd className="wrap" key={address}>
                    <span className="mono">{address}</span>{' '}
                    <CopyButton text={address} label={t('copyRedirectAddress', { address })} />
                  </dd>
                ))}
              </dl>
            </div>
          </Card>
        )}
      </Loaded>
    </Page>
  );
}

const valuesOf = {
  owner: 'ownerValues',
  administrator: 'administratorValues',
  operator: 'operatorValues',
  template_editor: 'templateEditorValues',
  reader: 'readerValues',
} as const;

function RolesByClaim({
  roleClaim,
}: {
  roleClaim: NonNullable<NonNullable<SignInProvider['provider']>['roleClaim']>;
}) {
  const s = useMessages(shell);
  const format = useFormat();
  const granted = roles
    .map((role) => ({ role, values: roleClaim[valuesOf[role]] }))
    .filter(({ values }) => values.length > 0);
  return (
    <>
      {granted.map(({ role, values }) => (
        <div key={role}>
          {s(`role.${role}`)}: <span className="mono">{format.list(values)}</span>
        </div>
      ))}
    </>
  );
}
