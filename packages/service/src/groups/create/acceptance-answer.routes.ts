// The answer to an accepted request for a group: at once, or held until the creation is final.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFinal } from '../../engine/creation.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { readWait } from '../../http/negotiation.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import { retryAfterOf, statusUrlOf } from '../read/team-responses.ts';
import type { StatusWatch } from '../read/watch-status.ts';
import type { AcceptedTeam } from './create-team.ts';

export const acceptanceHeaders = {
  Location: 'Same address as statusUrl.',
  'Retry-After': 'Seconds to wait before you poll statusUrl. Absent once the status is final.',
  'Preference-Applied':
    'wait=N: the longest wait that the service applied, in seconds. Present if Prefer requested a wait.',
};

export function createAnswerAcceptance(deps: {
  readonly watch: StatusWatch;
  readonly subscribers: Subscribers;
  readonly urlOf: MountUrl;
}) {
  const { watch, subscribers, urlOf } = deps;

  return async (request: FastifyRequest, reply: FastifyReply, accepted: AcceptedTeam) => {
    const { tenantId } = senderOf(request);
    const { teamId } = accepted;
    let { status } = accepted;
    const wait = readWait(request.headers['prefer']);
    if (wait !== undefined) {
      const latest = await subscribers.whileAdmitted(request, (signal) =>
        watch.waitUntilFinal({ tenantId, teamId }, wait.waitMs, signal),
      );
      status = latest?.status ?? status;
      reply.header('preference-applied', wait.applied);
    }
    const statusUrl = statusUrlOf(urlOf(tenantId), teamId);
    reply.header('location', statusUrl);
    if (!isFinal(status)) reply.header('retry-after', retryAfterOf(status));
    return { status, teamId, statusUrl };
  };
}
