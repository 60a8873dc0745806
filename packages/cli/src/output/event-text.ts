// An event for people: one line.
import type { GroupwrightEvent } from '@groupwright/client';
import type { Paint } from './paint.ts';

export function eventLine(
  paint: Paint,
  { id, type, time, subject, data }: GroupwrightEvent,
): string {
  // An event of a later version may have no data.
  const { mailNickName } = (data ?? {}) as { mailNickName?: string };
  const name = mailNickName === undefined ? '' : `  ${mailNickName}`;
  return `${paint.faint(time)}  ${paint.strong(type)}${name}  ${subject}  ${paint.faint(id)}`;
}
