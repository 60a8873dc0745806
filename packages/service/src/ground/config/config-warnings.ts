// Settings that look like a mistake but do not stop the start.
import { didYouMean, editDistance } from '../did-you-mean.ts';
import { secretVariables } from './read-secrets.ts';
import { variables } from './variables.ts';

const ownPrefix = 'GROUPWRIGHT_';
/** The SDK and the command `groupwright` read these; a shell may hold both kinds. */
const variablesOfCallers = ['BASE_URL', 'TENANT_ID', 'KEY_ID', 'SECRET'].map(
  (ending) => ownPrefix + ending,
);

const names: readonly string[] = [
  ...variables.map(({ name }) => name),
  ...secretVariables.map((name) => `${name}_FILE`),
];

/** The name lacks underscores and plurals, in which people err: LOGLEVEL, TRUSTED_PROXY. */
const bare = (name: string) =>
  name.toUpperCase().replaceAll('_', '').replace(/IES$/, 'Y').replace(/S$/, '');

/** Other programs have variables, too, so only names that are nearly ours count. */
function misspelt(env: Readonly<Record<string, string | undefined>>): string[] {
  // The variables of proxies are read in either case.
  const lower = names.filter((name) => name.endsWith('_PROXY')).map((name) => name.toLowerCase());
  const ours = new Set([...names, ...lower]);
  return Object.keys(env)
    .filter((name) => !ours.has(name) && !name.startsWith(ownPrefix))
    .sort()
    .flatMap((name) => {
      const meant = names.find(
        (one) =>
          bare(one) === bare(name) ||
          (name.length >= 8 &&
            editDistance(name.toUpperCase(), one) <= (name.length >= 12 ? 2 : 1)),
      );
      return meant === undefined
        ? []
        : [`${name} is not a variable of this service; did you mean ${meant}?`];
    });
}

export function warningsFor(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = names.filter((name) => name.startsWith(ownPrefix));
  // Compared without the prefix, which would make all of them look alike.
  const endings = known.map((name) => name.slice(ownPrefix.length));
  const prefixed = Object.keys(env)
    .filter((name) => name.startsWith(ownPrefix))
    .filter((name) => ![...known, ...variablesOfCallers].includes(name))
    .sort()
    .map((name) => {
      const meant = didYouMean(name.slice(ownPrefix.length), endings);
      const hint = meant === undefined ? '.' : `; did you mean ${ownPrefix}${meant}?`;
      return `${name} is not a variable of this service${hint}`;
    });
  return [...prefixed, ...misspelt(env)];
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
