// The sandbox of a tenant that has one: its clock, its delays, its people and its groups.
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { api } from '../../../api/client.ts';
import { Loaded, Page } from '../../../components/layout.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useAddressFilters } from '../../../components/use-address-filters.ts';
import { sandbox as texts } from '../../../messages/sandbox.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { SandboxClock } from './sandbox-clock.tsx';
import { SandboxGroups } from './sandbox-groups.tsx';
import { SandboxPeople } from './sandbox-people.tsx';
import { SandboxSettings } from './sandbox-settings.tsx';

export function SandboxPage() {
  const t = useMessages(texts);
  const directory = useQuery({
    queryKey: ['directory'],
    queryFn: ({ signal }) => api.get('/directory', { signal }),
  });
  /** Undefined if there was no answer: the input stays. */
  const reload = async () => {
    const { isSuccess, data } = await directory.refetch();
    return isSuccess ? data : undefined;
  };
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={directory}>
        {(state) =>
          state.sandbox === null ? (
            <Navigate to="/directory" replace />
          ) : (
            <>
              <SandboxClock />
              <SandboxSettings state={state} sandbox={state.sandbox} reload={reload} />
              <SandboxContent />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function SandboxContent() {
  const t = useMessages(texts);
  const [{ tab: asked }, set] = useAddressFilters(['tab']);
  const tab = asked === 'groups' ? asked : 'people';
  return (
    <>
      <Tabs
        label={t('tabs')}
        tabs={[
          ['people', t('people')],
          ['groups', t('groups')],
        ]}
        chosen={tab}
        choose={(chosen) => set({ tab: chosen === 'people' ? '' : chosen })}
      />
      {tab === 'people' ? <SandboxPeople /> : <SandboxGroups />}
    </>
  );
}
