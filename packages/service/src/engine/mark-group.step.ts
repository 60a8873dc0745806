// Writes the marker on an adopted group: the first write to it. A group that cannot carry one is known by its id.
import { requireAdopted, type Step } from './step.ts';

export const markGroup: Step = {
  name: 'mark_group',
  writes: true,
  isNeeded: () => true,
  isSatisfied: () => false,
  async run(creation, directory, call) {
    const isMarked = await directory.markGroup(requireAdopted(creation), call);
    if (isMarked) return { kind: 'done' };
    return {
      kind: 'done',
      facts: { isUnmarked: true },
      detail: 'The group cannot carry a marker. The service recognises it by its id.',
    };
  },
};
