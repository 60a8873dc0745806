import { describeDirectory } from '../directory/directory.suite.ts';
import { openSandboxFixture } from './fixtures.suite.ts';

describeDirectory('the sandbox', () =>
  openSandboxFixture({ kind: 'sandbox', replicationDelayMs: 0, teamCreationMs: 0 }),
);
describeDirectory('the sandbox, lagging', () =>
  openSandboxFixture({ kind: 'sandbox', replicationDelayMs: 60_000, teamCreationMs: 90_000 }),
);
