// Makes the channels that the template asks for, one a run.
import { counted } from '../ground/counted.ts';
import { type Step, requireGroupId } from './step.ts';

export const createChannels: Step = {
  name: 'create_channels',
  writes: true,
  isNeeded: (policy) => policy.kind === 'team' && policy.channels.length > 0,
  isSatisfied: ({ facts, policy }) => (facts.channelsCreated ?? 0) >= policy.channels.length,
  async run(creation, directory, call) {
    const { channels } = creation.policy;
    const created = creation.facts.channelsCreated ?? 0;
    const channel = channels[created];
    if (channel === undefined) return { kind: 'done' };
    await directory.createChannel(requireGroupId(creation), channel, call);
    return {
      kind: created + 1 < channels.length ? 'more' : 'done',
      facts: { channelsCreated: created + 1 },
      detail: `Created ${created + 1} of ${counted(channels.length, 'channel')}.`,
    };
  },
};
