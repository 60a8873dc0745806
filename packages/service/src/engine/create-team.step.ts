// Makes a team of the group and waits until the directory says that it is ready. A directory may take it ill to be
// asked too often: after a process that died while it asked, the next look waits as after any other.
import type { TeamState } from '../directory/directory.ts';
import { type Step, type StepResult, requireGroupId } from './step.ts';

export const createTeam: Step = {
  name: 'create_team',
  writes: true,
  isNeeded: (policy) => policy.kind === 'team',
  isSatisfied: () => false,
  intent: ({ facts }, now) => (facts.teamOperation === undefined ? {} : { lastPolledAt: now }),
  notBefore: ({ facts: { lastPolledAt } }, { minPollIntervalMs }) =>
    lastPolledAt === undefined ? undefined : lastPolledAt + minPollIntervalMs,
  async run(creation, directory, call) {
    const groupId = requireGroupId(creation);
    const { teamOperation } = creation.facts;
    const state =
      teamOperation === undefined
        ? await directory.createTeam(groupId, call)
        : await directory.readTeamCreation(groupId, teamOperation, call);
    return resultOf(state);
  },
};

function resultOf(team: TeamState): StepResult {
  if (team.state === 'ready') {
    const { webUrl } = team;
    return { kind: 'done', ...(webUrl !== undefined && { facts: { webUrl } }) };
  }
  return {
    kind: 'wait',
    afterMs: team.pollAfterMs,
    facts: { teamOperation: team.operation },
    detail: 'The directory is creating the team.',
  };
}
