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
  const kept = items.filter(({ rosters }) => rosters.length > 0);
  const counts = [
    `${items.filter(({ changed }) => changed).length} to hand over`,
    `${refused.length} would be refused`,
    ...(vacant === 0 ? [] : [`${vacant} with a vacant place`]),
    ...(kept.length === 0 ? [] : [`${kept.length} with a place by a roster`]),
  ];
  return [
    table,
    ...refused.map((group) => faultLine(paint, group)),
    ...kept.map((group) => rostersLine(paint, group)),
    `${counts.join(', ')}.`,
  ].join('\n');
}

export function handoverText(paint: Paint, items: readonly HandedOver[]): string {
  const count = (isMeant: (item: HandedOver) => boolean) => items.filter(isMeant).length;
  const accepted = items.filter(({ operationId }) => operationId !== undefined);
  const done = count(({ status }) => status === 'succeeded');
  const failed = accepted.filter(({ status }) => status === 'failed' || status === 'cancelled');
  const kept = items.filter(({ rosters }) => rosters.length > 0);
  const isRefused = ({ error, operationId }: HandedOver) =>
    error !== undefined && operationId === undefined;
  const counts = [
    [done, 'handed over'],
    [accepted.length - done - failed.length, 'accepted'],
    [failed.length, 'failed'],
    [count(isRefused), 'refused'],
    [kept.length, 'with a place by a roster'],
  ] as const;
  const faults = items.filter(({ error, status }) => error !== undefined || status === 'cancelled');
  return [
    ...faults.map((item) => faultLine(paint, item)),
    ...kept.map((item) => rostersLine(paint, item)),
    `${counts
      .filter(([number]) => number > 0)
      .map(([number, name]) => `${number} ${name}`)
      .join(', ')}.`,
  ].join('\n');
}

/** The person is in the group for as long as the sources name the person, or until someone confirms the removal. */
function rostersLine(
  paint: Paint,
  { displayName, rosters }: Pick<HandedOver, 'displayName' | 'rosters'>,
): string {
  const names = rosters.map(({ source, until, isHeld, taskId }) => {
    if (isHeld) return `${source} (removal held${taskId === null ? '' : `, task ${taskId}`})`;
    return until === null ? source : `${source} until ${until.slice(0, 10)}`;
  });
  return `${paint.warn('…')} ${displayName}: stays by the roster of ${names.join(', ')}`;
}

function faultLine(
  paint: Paint,
  { displayName, error }: Pick<HandedOver, 'displayName'> & { error?: HandedOver['error'] | null },
): string {
  return `${paint.bad('!')} ${displayName}: ${error?.detail ?? 'It was cancelled.'}`;
}
