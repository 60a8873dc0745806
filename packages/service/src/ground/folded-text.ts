// The form in which texts are searched, and words of names are blocked: without case, accents and invisible characters, and
// in Latin letters where a table has them. Stored text was folded here as well, so that both sides of a comparison agree.

const letters = new Map(
  [
    'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ħ=h ı=i ĸ=k ŋ=n ŧ=t ƒ=f ə=e',
    'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o',
    'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya',
    'є=ye і=i ґ=g ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz ѕ=dz',
  ]
    .flatMap((line) => line.split(' '))
    .map((pair) => pair.split('=') as [string, string]),
);

/** Accents and vowel points, but not the vowel signs of Indic scripts or the voiced sounds of Japanese, which are letters. */
const accents =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Cyrillic}\p{Script=Greek}]]--[\u3099\u309A]]+/gv;
const ignorable = /\p{Default_Ignorable_Code_Point}+/gu;
const plain = /^[\0-\x7F]*$/;

export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(ignorable, '')
    .replaceAll(accents, '')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(accents, '')
    .replaceAll(/[^\0-\x7F]/gu, (one) => letters.get(one) ?? one);
}

/** The folded text that a row keeps beside the text; null where `lower` in SQL gives the same. */
export function storedFolding(text: string): string | null {
  return plain.test(text) ? null : foldText(text);
}

/** The folded texts of a group: `foldedDetails` finds it beside its names. */
export interface FoldedGroup {
  readonly foldedName: string | null;
  readonly foldedDetails: string | null;
}

export function foldedGroup(group: {
  readonly displayName: string;
  readonly description: string | null;
  readonly properties: Readonly<Record<string, string>>;
}): FoldedGroup {
  const { displayName, description, properties } = group;
  return {
    foldedName: storedFolding(displayName),
    foldedDetails: storedFolding([description ?? '', ...Object.values(properties)].join('\n')),
  };
}

/** A text to search by; undefined if it is blank. */
export function searchText(search: string | undefined): string | undefined {
  const text = search?.trim();
  return text === '' ? undefined : text;
}

/** The words of a search. All of them are sought, in any order; more would hardly narrow it, and would only cost time. */
export function searchedWords(search: string): readonly string[] {
  const words = foldText(search).split(/\s+/u).filter(Boolean);
  // Nothing is left of signs that the folding leaves out, and nothing must not find everything.
  return words.length === 0 ? [search] : [...new Set(words)].slice(0, maxSearchedWords);
}

const maxSearchedWords = 8;

/**
 * The things whose texts have each word of a search, best first: those of which a text is the search, those of which one
 * begins with it, and the others, each in their order.
 */
export function bestMatches<T>(
  search: string,
  things: readonly T[],
  textsOf: (thing: T) => readonly string[],
): readonly T[] {
  const isFound = createTextSearch(search);
  const sought = foldText(search.trim());
  const rankOf = (thing: T) => {
    const texts = textsOf(thing).map(foldText);
    return texts.includes(sought) ? 0 : texts.some((text) => text.startsWith(sought)) ? 1 : 2;
  };
  return things
    .filter((thing) => isFound(...textsOf(thing)))
    .map((thing) => ({ thing, rank: rankOf(thing) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ thing }) => thing);
}

/** Whether each word of a search is in one of the texts. */
export function createTextSearch(search: string): (...texts: readonly string[]) => boolean {
  const words = searchedWords(search);
  return (...texts) => {
    const folded = foldText(texts.join('\n'));
    return words.every((word) => folded.includes(word));
  };
}
