// The SQL statements in the source of the service, for tests that check something of each of them.

export interface SqlStatement {
  readonly line: number;
  /** It comes with `${}` in the place of each part that is computed. */
  readonly text: string;
}

const backslash = '\\';

/** Every text of a source file, whether in quotes or backticks; also those within the parts of another one. */
export function textsIn(source: string): readonly SqlStatement[] {
  const found: SqlStatement[] = [];
  const add = (start: number, text: string) =>
    void found.push({ line: source.slice(0, start).split('\n').length, text });

  /** @returns the place after the closing backtick */
  function readTemplate(start: number): number {
    let text = '';
    let at = start;
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        text += '${}';
        at = readCode(at + 2);
      } else {
        const length = source[at] === backslash ? 2 : 1;
        text += source.slice(at, at + length);
        at += length;
      }
    }
    add(start, text);
    return at + 1;
  }

  /** @returns the place after the closing quote */
  function readQuoted(start: number, quote: string): number {
    let at = start;
    while (at < source.length && source[at] !== quote && source[at] !== '\n') {
      at += source[at] === backslash ? 2 : 1;
    }
    add(start, source.slice(start, at));
    return at + 1;
  }

  /** Reads until the end, or until a closing brace that was not opened here. */
  function readCode(start: number): number {
    let depth = 0;
    let at = start;
    while (at < source.length) {
      const character = source[at] ?? '';
      if (source.startsWith('//', at)) at = endOf('\n', at);
      else if (source.startsWith('/*', at)) at = endOf('*/', at);
      else if (character === '`') at = readTemplate(at + 1);
      else if (character === "'" || character === '"') at = readQuoted(at + 1, character);
      else {
        if (character === '}' && depth === 0) return at + 1;
        if (character === '{') depth += 1;
        if (character === '}') depth -= 1;
        at += 1;
      }
    }
    return at;
  }

  function endOf(mark: string, at: number): number {
    const end = source.indexOf(mark, at);
    return end < 0 ? source.length : end + mark.length;
  }

  // A regular expression with a brace or a quote ends the reading early: the rest is read as well.
  for (let at = 0; at < source.length;) at = readCode(at);
  return found;
}

/** The texts that read or write one of the tables, or a table that is computed. */
export function statementsOn(tables: readonly string[], source: string): readonly SqlStatement[] {
  const isOnTable = new RegExp(
    String.raw`\b(?:from|join|into|update)\s+(?:${tables.join('|')})\b`,
    'i',
  );
  return textsIn(source).filter(({ text }) => isOnTable.test(text) || isOnComputed.test(text));
}

const isOnComputed = /\b(?:select|delete|insert)\b[^]*\b(?:from|into)\s+\$\{\}/;
