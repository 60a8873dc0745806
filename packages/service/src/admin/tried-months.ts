// The answers about twelve months under a change that is not saved yet, as JSON and as a file.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvHead, csvLine } from '../ground/csv.ts';
import {
  type LifecycleMonths,
  type LifecyclePreview,
  mostWalked,
  type Tried,
  type TriedMonths,
} from '../governance/lifecycle/preview-lifecycle.postgres.ts';
import type { Server } from '../http/server.ts';
import type { months as directions } from './tried-months.schema.ts';

/** A change, on its own tenant. */
export type PreviewChange = (
  tried: Omit<Tried, 'settings'>,
  months: TriedMonths,
) => Promise<LifecyclePreview>;

export function monthsOf({ forecast, backtest, notDerived }: LifecyclePreview) {
  return {
    forecast: forecast && monthsResponse(forecast),
    backtest: backtest && monthsResponse(backtest),
    notDerived: [...notDerived],
  };
}

export async function triedPlan(
  preview: PreviewChange,
  tried: Omit<Tried, 'settings'>,
  months: TriedMonths,
) {
  const found = await preview(tried, months);
  return { groups: found.groups, ...monthsOf(found) };
}

/** A line for each event of each group. */
export async function sendMonths(
  server: Server,
  reply: FastifyReply,
  preview: PreviewChange,
  tried: Omit<Tried, 'settings'>,
  direction: (typeof directions)[number],
): Promise<Readable> {
  server.enterExport(tried.tenantId, reply);
  const { [direction]: found } = await preview(tried, { [direction]: mostWalked });
  server.asFile(reply, direction, 'csv');
  return Readable.from(linesOf(found?.named ?? []));
}

function* linesOf(named: LifecycleMonths['named']): Generator<string> {
  yield csvHead([
    'teamId',
    'displayName',
    'mailNickName',
    'isDifferent',
    'isWithoutOwner',
    'at',
    'event',
  ]);
  for (const { teamId, displayName, mailNickname, isDifferent, isWithoutOwner, events } of named) {
    const group = [teamId, displayName, mailNickname, String(isDifferent), String(isWithoutOwner)];
    const lines = events.map(({ at, event }) => csvLine([...group, at.toISOString(), event]));
    yield lines.length === 0 ? csvLine([...group, '', '']) : lines.join('');
  }
}

function monthsResponse({ named, ...months }: LifecycleMonths) {
  const groups = named.map((group) => ({ ...group, events: [...group.events] }));
  return { ...months, named: groups };
}
