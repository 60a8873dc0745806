// The fields of a request for a new group of a template: properties, names, people and expiry.
import type { AskedTemplate } from './asked-properties.ts';
import { PropertyFields } from './property-fields.tsx';
import { ExpiryField, NewNames, PeopleFields, type RequestPart } from './request-fields.tsx';
import type { LivePlan } from './use-plan.ts';

export function NewRequestFields({
  template,
  plan,
  ...part
}: RequestPart & Pick<LivePlan, 'plan'> & { template: AskedTemplate }) {
  return (
    <>
      <PropertyFields template={template} {...part} />
      <NewNames template={template} plan={plan} {...part} />
      <PeopleFields template={template} {...part} />
      <ExpiryField template={template} {...part} />
    </>
  );
}
