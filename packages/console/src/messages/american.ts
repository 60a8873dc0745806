// American English for the sentences of the service, which writes the spelling of its specification. Names of the API and
// texts in quotation marks stay as they are.

/** The keys are spellings of the specification, in lower case. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['cancelled', 'canceled'],
  ['organisation', 'organization'],
  ['organisations', 'organizations'],
  ['e-mail', 'email'],
  ['licence', 'license'],
]);

const quoted = /“[^”]*”|"[^"]*"|`[^`]*`/;
/** The words are no part of a name, a path or an address. */
const words = new RegExp(
  `${quoted.source}|(?<![\\w@./{-])(?:${[...spellings.keys()].join('|')})(?![\\w@/}]|[.:-]\\w)`,
  'gi',
);

export function american(sentence: string): string {
  return sentence.replaceAll(words, (found) => {
    const spelled = spellings.get(found.toLowerCase());
    if (spelled === undefined) return found;
    return found[0] === spelled[0]
      ? spelled
      : spelled.replace(/^./, (first) => first.toUpperCase());
  });
}
