// Latin letters for any text: what an alias is rendered from, and what words are compared by. Decomposition (NFKD)
// removes accents; the tables cover letters that do not decompose, Greek and Cyrillic.

/** `de`: ä, ö and ü become ae, oe and ue, as German spelling does without these letters. */
export type Transliteration = 'default' | 'de';

const german: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
};

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

/** The text in lower case, with Latin letters for those of the tables and without accents. */
export function transliterate(text: string, table: Transliteration): string {
  const lower = text.normalize('NFC').toLowerCase();
  const spelled = table === 'de' ? lower.replaceAll(/[äöü]/g, (one) => german[one] ?? one) : lower;
  return spelled
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\0-\x7F]/gu, (one) => letters.get(one) ?? one);
}

/** The text in the alphabet of aliases: a to z, digits and single inner hyphens. May be empty. */
export function aliasText(text: string, table: Transliteration): string {
  const hyphened = transliterate(text, table).replaceAll(/[^a-z0-9]+/g, '-');
  return hyphened.replace(/^-/, '').replace(/-$/, '');
}
