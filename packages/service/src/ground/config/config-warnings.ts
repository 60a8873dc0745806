// Settings that look like a mistake but do not stop the start.
import { didYouMean } from '../did-you-mean.ts';
import { variables } from './variables.ts';

const ownPrefix = 'GROUPWRIGHT_';
/** The SDK and the command `groupwright` read these; a shell may hold both kinds. */
const variablesOfCallers = ['BASE_URL', 'TENANT_ID', 'KEY_ID', 'SECRET'].map(
  (ending) => ownPrefix + ending,
);

export function warningsFor(env: Readonly<Record<string, string | undefined>>): string[] {
  const known: string[] = variables
    .map(({ name }) => name)
    .filter((name) => name.startsWith(ownPrefix));
  // Compared without the prefix, which would make all of them look alike.
  const endings = known.map((name) => name.slice(ownPrefix.length));
  return Object.keys(env)
    .filter((name) => name.startsWith(ownPrefix))
    .filter((name) => ![...known, ...variablesOfCallers].includes(name))
    .sort()
    .map((name) => {
      const meant = didYouMean(name.slice(ownPrefix.length), endings);
      const hint = meant === undefined ? '.' : `; did you mean ${ownPrefix}${meant}?`;
      return `${name} is not a variable of this service${hint}`;
    });
}

/** The demo is for trying: its secret and a sign-in link go to the output, and so to the log of a container. */
export function openDemo(options: {
  baseUrl: string;
  databaseUrl: string | undefined;
  isChosen: boolean;
}): string[] {
  const { baseUrl, databaseUrl, isChosen } = options;
  if (isChosen || databaseUrl !== undefined || isOnThisMachine(new URL(baseUrl))) return [];
  return [
    'BASE_URL is not on this machine and GROUPWRIGHT_DEMO is not set: an empty database gets a demo tenant whose secret is printed. Set GROUPWRIGHT_DEMO=off in production.',
  ];
}

function isOnThisMachine({ hostname }: URL): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Plain http is for this machine: further away, everyone on the way can read the data of callers and administrators. */
export function openWays(addresses: Readonly<Record<string, string>>): string[] {
  const named = new Set<string>();
  return Object.entries(addresses).flatMap(([name, address]) => {
    const url = new URL(address);
    const { protocol, origin } = url;
    if (protocol === 'https:' || isOnThisMachine(url) || named.has(origin)) return [];
    named.add(origin);
    return `${name} uses http:// and is not on this machine: secrets, tokens and sessions can be read in transit. Use https.`;
  });
}
