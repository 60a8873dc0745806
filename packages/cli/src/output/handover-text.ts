// The handover of a person's groups for people: the plan with successors and vacant places, and the result.
import type { HandedOver, PersonHandoverPlan, PlannedDeparture } from '@groupwright/client';
import type { Paint } from './paint.ts';
import { formatTable } from './table.ts';

export function handoverPlanText(paint: Paint, { person, items }: PersonHandoverPlan): string {
  const name = person.displayName ?? person.id;
  if (items.length === 0) return `${name} is not responsible or deputy of any group.`;
  const place = (group: PlannedDeparture, role: 'responsible' | 'deputy'): string => {
    if (group.vacant.includes(role)) return paint.warn('vacant');
    return group[role] ?? 'none';
  };
  const table = formatTable(
    paint,
    ['GROUP', 'STATE', 'GIVES UP', 'RESPONSIBLE', 'DEPUTY', 'TEAM ID'],
    items.map((group) => [
      group.displayName,
      group.state,
      group.role,
      place(group, 'responsible'),
      place(group, 'deputy'),
      group.teamId,
    ]),
  );
  const refused = items.filter(({ conforms }) => !conforms);
  const vacant = items.filter((group) => group.vacant.length > 0).length;
  const counts = `${items.length - refused.length} to hand over, ${refused.length} would be refused`;
  const vacancies = vacant === 0 ? '' : `, ${vacant} with a vacant place`;
  return [table, ...refused.map((group) => faultLine(paint, group)), `${counts}${vacancies}.`].join(
    '\n',
  );
}

export function handoverText(paint: Paint, items: readonly HandedOver[]): string {
  const count = (isMeant: (item: HandedOver) => boolean) => items.filter(isMeant).length;
  const accepted = items.filter(({ operationId }) => operationId !== undefined);
  const done = count(({ status }) => status === 'succeeded');
  const failed = accepted.filter(({ status }) => status === 'failed' || status === 'cancelled');
  const counts = [
    [done, 'handed over'],
    [accepted.length - done - failed.length, 'accepted'],
    [failed.length, 'failed'],
    [items.length - accepted.length, 'refused'],
  ] as const;
  const faults = items.filter(({ error, status }) => error !== undefined || status === 'cancelled');
  return [
    ...faults.map((item) => faultLine(paint, item)),
    `${counts
      .filter(([number]) => number > 0)
      .map(([number, name]) => `${number} ${name}`)
      .join(', ')}.`,
  ].join('\n');
}

function faultLine(
  paint: Paint,
  { displayName, error }: Pick<HandedOver, 'displayName'> & { error?: HandedOver['error'] | null },
): string {
  return `${paint.bad('!')} ${displayName}: ${error?.detail ?? 'It was cancelled.'}`;
}
