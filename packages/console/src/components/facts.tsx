// Facts as a list of names and values.
import { Fragment, type ReactNode } from 'react';

export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="wrap">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
