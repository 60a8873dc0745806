// The order in which the parts of a process start and stop.
import type { Directories } from '../../settings/configuration/directories.ts';
import type { Server } from '../../http/server.ts';
import type { Base } from './base.ts';
import type { ConfigurationParts } from './configuration.ts';
import type { EventParts } from './events.ts';
import type { NoticeParts } from './notices.ts';
import type { Peers } from './peers.ts';
import type { composePolicies } from './policies.ts';
import type { Provisioning } from './provisioning.ts';
import type { composeRequestLog } from './request-log.ts';
import { composeSharedPoll } from './shared-poll.ts';

export function composeLife(
  base: Base,
  parts: {
    readonly server: Server;
    readonly state: ConfigurationParts;
    readonly peers: Peers;
    readonly requestLog: ReturnType<typeof composeRequestLog> | undefined;
    readonly provisioning: Provisioning;
    readonly events: EventParts;
    readonly policies: ReturnType<typeof composePolicies>;
    readonly notices: NoticeParts['notices'];
    readonly directories: Directories;
  },
) {
  const { server, state, peers, requestLog, provisioning, events, policies, notices } = parts;
  const sharedPoll = composeSharedPoll(base, parts);
  return {
    async start() {
      await state.start();
      await peers.start();
      requestLog?.start();
      if (base.hasRole('worker')) {
        await provisioning.start();
        events.start();
        policies.governance.start();
        notices.start();
      }
      sharedPoll.start();
    },
    async stop() {
      // All at once, so that neither a slow client nor a slow directory takes the others' time.
      await Promise.all([
        server.close(),
        sharedPoll.stop(),
        provisioning.stop(),
        policies.stop(),
        notices.stop(),
      ]);
      await requestLog?.stop();
      await peers.stop();
      await state.stop();
      await events.stop();
      await parts.directories.close();
      await base.closeTracing();
      base.backgroundLog.close();
    },
  };
}
