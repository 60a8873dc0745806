// The exit codes for scripts. The numbers never change; `groupwright --help` lists them.

export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  notSignedIn: 3,
  notFound: 4,
  refused: 5,
  creationFailed: 6,
  unavailable: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.done, 'done'],
  [exitCodes.unexpected, 'unexpected error'],
  [exitCodes.usage, 'the command or its input file is wrong; nothing was sent'],
  [exitCodes.notSignedIn, 'credentials are missing or refused'],
  [exitCodes.notFound, 'not found'],
  [exitCodes.refused, 'the service refused the request'],
  [
    exitCodes.creationFailed,
    'a creation or operation was accepted and then failed or was cancelled',
  ],
  [exitCodes.unavailable, 'the service is unreachable or busy; try again later'],
  [exitCodes.interrupted, 'interrupted by Ctrl-C'],
];
