import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { adminPath } from '../api/location.ts';
import { TextField } from '../components/text-field.tsx';
import { Mark } from '../shell/logo.tsx';

const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Asks for the tenant if the address has none. */
export function TenantPage() {
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
          else setFault('A tenant ID is a GUID, such as 0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10.');
        }}
      >
        <Mark />
        <h1>Which tenant?</h1>
        <p className="muted">
          The address of your admin center ends with your tenant ID. Your operator knows it.
        </p>
        <TextField label="Tenant ID" value={tenant} onChange={setTenant} fault={fault} mono />
        <Button type="submit" appearance="primary" size="large">
          Continue
        </Button>
      </form>
    </main>
  );
}
