// Archives a team, or makes an archived one writable again. The directory works on it for a while, and is polled.
import type { CallContext } from '../../directory/call-context.ts';
import type { Directory } from '../../directory/directory.ts';
import type { ArchivingState, OwnGroup } from '../../directory/group-life.ts';
import type { StepName } from '../../engine/creation.ts';
import type { GroupChange, Operation } from './operation.ts';
import { type OperationStep, ownGroup } from './operation-step.ts';
import { repairs } from './repair.ts';

export const archiveGroup = archivingStep('archive_group', (directory, group, call) =>
  directory.archiveTeam(group, call),
);

export const unarchiveGroup = archivingStep('unarchive_group', (directory, group, call) =>
  directory.unarchiveTeam(group, call),
);

/** Archives the team or makes it writable, as the record says. */
export const restoreArchived: OperationStep = {
  ...archivingStep('restore_archived', (directory, group, call, { group: { isArchived } }) =>
    isArchived ? directory.archiveTeam(group, call) : directory.unarchiveTeam(group, call),
  ),
  isNeeded: (change: GroupChange) => repairs(change, ['archived']),
};

function archivingStep(
  name: StepName,
  start: (
    directory: Directory,
    group: OwnGroup,
    call: CallContext,
    operation: Operation,
  ) => Promise<ArchivingState>,
): OperationStep {
  return {
    name,
    writes: true,
    isNeeded: () => true,
    isSatisfied: () => false,
    async run(operation, directory, call) {
      const group = ownGroup(operation);
      const { archiving } = operation.facts;
      const state =
        archiving === undefined
          ? await start(directory, group, call, operation)
          : await directory.readArchiving(group, archiving, call);
      if (state.state === 'done') return { kind: 'done' };
      return {
        kind: 'wait',
        afterMs: state.pollAfterMs,
        facts: { archiving: state.operation },
      };
    },
  };
}
