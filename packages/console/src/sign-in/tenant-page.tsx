import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { adminPath } from '../api/location.ts';
import { TextField } from '../components/text-field.tsx';
import { common } from '../messages/common.ts';
import { signIn } from '../messages/sign-in.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Mark } from '../shell/logo.tsx';

const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Asks for the tenant if the address has none. */
export function TenantPage() {
  const t = useMessages(signIn);
  const words = useMessages(common);
  const [tenant, setTenant] = useState('');
  const [fault, setFault] = useState<string>();
  return (
    <main className="door">
      <form
        className="door-card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (guid.test(tenant.trim())) location.assign(`${adminPath}/${tenant.trim()}/`);
          else setFault(t('tenantFault'));
        }}
      >
        <Mark />
        <h1>{t('whichTenant')}</h1>
        <p className="muted">{t('tenantLead')}</p>
        <TextField label={t('tenantId')} value={tenant} onChange={setTenant} fault={fault} mono />
        <Button type="submit" appearance="primary" size="large">
          {words('continue')}
        </Button>
      </form>
    </main>
  );
}
