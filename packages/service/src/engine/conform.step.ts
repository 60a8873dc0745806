// Gives an adopted group the display name that its template's pattern asks for. The alias never changes.
import { requireAdopted, type Step } from './step.ts';

export const conform: Step = {
  name: 'conform',
  writes: true,
  isNeeded: () => true,
  isSatisfied: ({ facts }) => facts.adoption?.displayName === undefined,
  async run(creation, directory, call) {
    const { adoption, ...group } = requireAdopted(creation);
    const { displayName = creation.displayName } = adoption;
    await directory.updateGroup(group, { displayName }, call);
    return { kind: 'done' };
  },
};
