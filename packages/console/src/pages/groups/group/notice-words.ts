// The names of kinds of notices. A notice that asks for a decision has the name of its task. An unknown kind of a newer
// service shows as it is.
import type { NoticeKind, TaskKind } from '../../../api/types.ts';
import { notices } from '../../../messages/notices.ts';
import { labelOf, messagesOf, textsOfBuild } from '../../../messages/use-messages.ts';
import { kindLabel } from '../../to-do/task-words.tsx';

/** A kind without its words does not compile. */
const news: Readonly<Record<Exclude<NoticeKind, TaskKind>, unknown>> = textsOfBuild(notices).kinds;

export function noticeLabel(kind: string): string {
  return kind in news ? labelOf(messagesOf(notices), `kinds.${kind}`, kind) : kindLabel(kind);
}
