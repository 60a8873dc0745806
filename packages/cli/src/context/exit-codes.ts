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
  [exitCodes.unexpected, 'something unexpected happened'],
  [exitCodes.usage, 'the command or its input file is wrong; nothing was sent'],
  [exitCodes.notSignedIn, 'there are no credentials, or the service refuses them'],
  [exitCodes.notFound, 'what was named is not there'],
  [exitCodes.refused, 'the service refuses the request as it is'],
  [exitCodes.creationFailed, 'a creation was accepted and then failed or was cancelled'],
  [exitCodes.unavailable, 'the service cannot be reached or is busy: try again later'],
  [exitCodes.interrupted, 'interrupted by Ctrl-C'],
];
