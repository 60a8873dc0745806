// The effect of a change on groups, before it is saved: the next twelve months if nobody answers, and the last ones as if it
// had been in force. The service derives them when they are opened. Nothing is changed.
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { Query } from '../api/route-types.ts';
import { triedMonths as texts } from '../messages/tried-months.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { Direction, TriedPlan } from './derived-months.tsx';
import { late } from './late.tsx';
import { useDebounced } from './use-debounced.ts';

const DerivedMonths = late(async () => (await import('./derived-months.tsx')).DerivedMonths);

const directions = ['forecast', 'backtest'] as const satisfies readonly Direction[];

interface Request<Body> {
  readonly body: Body;
  readonly query: Query<'post', '/notices/plan'>;
  readonly signal: AbortSignal;
}

const mostNamed = 100;
const restMs = 500;

export function TriedMonths<Body>({
  queryKey,
  body,
  plan,
}: {
  /** The changed thing, in the version that is saved. */
  queryKey: QueryKey;
  body: Body;
  plan: (request: Request<Body>) => Promise<TriedPlan>;
}) {
  const rested = useDebounced(JSON.stringify(body), restMs);
  return directions.map((direction) => (
    <Months
      key={direction}
      direction={direction}
      queryKey={[...queryKey, 'plan', rested, direction]}
      read={(signal) =>
        plan({ body: JSON.parse(rested) as Body, query: { [direction]: mostNamed }, signal })
      }
    />
  ));
}

function Months(props: {
  direction: Direction;
  queryKey: QueryKey;
  read: (signal: AbortSignal) => Promise<TriedPlan>;
}) {
  const t = useMessages(texts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="more" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t(`directions.${props.direction}`)}</summary>
      {isOpen ? <DerivedMonths {...props} /> : null}
    </details>
  );
}
