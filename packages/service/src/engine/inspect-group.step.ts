// Reads the group of an adoption, before anything is written to it: since the acceptance it may have been removed, or
// have got an obstacle or a record.
import { DirectoryError } from '../directory/directory.ts';
import { adoptionFaults, groupNotFound } from './adoption-obstacles.ts';
import { requireAdopted, type Step, StepFailure } from './step.ts';

const stopped =
  'Too many adoptions of the template failed, so this one waits until an administrator releases them.';

export const inspectGroup: Step = {
  name: 'inspect_group',
  writes: false,
  isNeeded: () => true,
  isSatisfied: () => false,
  async run(creation, directory, call) {
    const { groupId } = requireAdopted(creation);
    if (await call.isAdoptionStopped()) return { kind: 'park', detail: stopped };
    const group = await directory.readGroup(groupId, call);
    if (group === undefined) {
      const state = await directory.groupState(groupId, call);
      // A directory that does not know it may have lost it, or show it later.
      if (state !== 'removed') {
        throw new DirectoryError('not_visible_yet', 'The directory does not show the group.');
      }
      throw new StepFailure('group_not_adoptable', groupNotFound.detail, [groupNotFound]);
    }
    const { marker } = group;
    const record = marker === undefined ? undefined : await call.recordOf(marker);
    const isOther = record?.teamId !== creation.teamId;
    const faults = adoptionFaults(group, isOther ? record : undefined);
    if (faults.length > 0) {
      const detail = faults.map((fault) => fault.detail).join(' ');
      throw new StepFailure('group_not_adoptable', detail, faults);
    }
    const isMarkedBefore = marker !== undefined && marker !== creation.teamId;
    return {
      kind: 'done',
      facts: { groupId, ...(isMarkedBefore && { adoptedMarker: marker }) },
    };
  },
};
