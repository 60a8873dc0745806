// An event for people: one line.
import type { GroupwrightEvent } from '@groupwright/client';
import type { Paint } from './paint.ts';

export function eventLine(
  paint: Paint,
  { id, type, time, subject, data }: GroupwrightEvent,
): string {
  const name = typeof data?.['mailNickName'] === 'string' ? `  ${data['mailNickName']}` : '';
  return `${paint.faint(time)}  ${paint.strong(type)}${name}  ${subject}  ${paint.faint(id)}`;
}
