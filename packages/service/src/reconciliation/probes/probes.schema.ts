import { Type } from 'typebox';
import { exact, moment, nullable } from '../../ground/schema/parts.schema.ts';

const origin = Type.Enum(['night', 'person', 'operator'], {
  description: 'Whether the service, an administrator or API key, or the operator began it.',
});

const ProbedAssumption = Type.Object(
  {
    name: Type.String({ description: 'Name of the assumption. The list may grow.' }),
    assumed: Type.String({ description: 'The assumption, as a sentence.' }),
    state: Type.Enum(['as_assumed', 'changed', 'not_seen'], {
      description: 'The observation of this probe.',
    }),
    seen: Type.String({ description: 'The observation in words, without names and ids.' }),
    simulated: Type.String({ description: 'The behaviour of the simulator.' }),
    durationMs: Type.Integer(),
    verdict: nullable(
      Type.Enum(['as_assumed', 'changed']),
      'The last observation of any probe. Null: no probe has seen it.',
    ),
    since: nullable(moment('When a probe first saw the verdict.')),
  },
  exact,
);

const EndedProbe = Type.Object(
  {
    probeId: Type.String(),
    origin,
    startedAt: nullable(moment()),
    finishedAt: moment(),
    outcome: Type.Enum(['done', 'failed', 'interrupted'], {
      description:
        'failed: it could not begin. interrupted: its process ended, and its groups were removed.',
    }),
    failure: nullable(Type.String({ description: 'Code of the failure.' })),
    changed: Type.Array(Type.String(), {
      description: 'Names of the assumptions for which it saw another behaviour.',
    }),
    seen: Type.Integer({ description: 'Number of assumptions that it saw.' }),
    leftoversRemoved: Type.Integer({ description: 'Groups of earlier probes that it removed.' }),
    leftBehind: Type.Integer({
      description: 'Its groups that it could not remove, which the next probe does.',
    }),
  },
  exact,
);

export const Probes = Type.Object(
  {
    running: nullable(
      Type.Object(
        { origin, askedAt: moment(), startedAt: nullable(moment('Null: it waits.')) },
        { ...exact, description: 'The probe that has not ended. Null: there is none.' },
      ),
    ),
    assumptions: Type.Array(ProbedAssumption, {
      description: 'The table of the newest probe that saw something.',
    }),
    probes: Type.Array(EndedProbe, {
      description: 'The newest 100 probes that have ended, the newest first.',
    }),
  },
  { ...exact, $id: 'Probes' },
);
