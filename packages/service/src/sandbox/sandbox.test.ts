import { describeDirectory } from '../directory/directory.suite.ts';
import { openSandboxRig } from './rig.suite.ts';

describeDirectory('the sandbox', () =>
  openSandboxRig({ kind: 'sandbox', replicationDelayMs: 0, teamCreationMs: 0 }),
);
describeDirectory('the sandbox, lagging', () =>
  openSandboxRig({ kind: 'sandbox', replicationDelayMs: 60_000, teamCreationMs: 90_000 }),
);
