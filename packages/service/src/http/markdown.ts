// The Markdown of the documentation as HTML: headings with the anchors of GitHub, paragraphs, lists, tables, code, links
// and emphasis. Other syntax stays as it is written; `guides.test.ts` finds a page that uses it.
import { html, Html, table } from './page.ts';

/** @returns the address behind a link; undefined if it is not served, and its words are shown alone */
export type LinkTarget = (address: string) => string | undefined;

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

export function markdownToHtml(text: string, target: LinkTarget): Html {
  return blocks(text.split('\n'), target);
}

const fence = /^```(?<language>\S*)/;
const heading = /^(?<level>#{1,6}) (?<words>.+)$/;
const item = /^(?<mark>-|\d+\.)(?<space> +)/;
const row = /^\|/;

function blocks(lines: readonly string[], target: LinkTarget): Html {
  const parts: Html[] = [];
  let at = 0;
  /** Takes lines up to the first that is refused. */
  const takeWhile = (accepts: (line: string) => boolean): string[] => {
    const end = lines.findIndex((line, index) => index >= at && !accepts(line));
    const taken = lines.slice(at, end < 0 ? lines.length : end);
    at += taken.length;
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const head = heading.exec(line)?.groups;
    if (line.trim() === '') at += 1;
    else if (fence.test(line)) {
      at += 1;
      const code = takeWhile((one) => !fence.test(one));
      at += 1;
      parts.push(html`<pre><code>${new Html(code.map(escaped).join('\n'))}</code></pre>`);
    } else if (head !== undefined) {
      at += 1;
      parts.push(headingOf(head['level']?.length ?? 1, head['words'] ?? '', target));
    } else if (row.test(line))
      parts.push(
        tableOf(
          takeWhile((one) => row.test(one)),
          target,
        ),
      );
    else if (item.test(line)) {
      const isOrdered = /^\d/.test(line);
      const belongs = (one: string) =>
        one.trim() === '' ||
        one.startsWith(' ') ||
        (item.test(one) && /^\d/.test(one) === isOrdered);
      parts.push(listOf(takeWhile(belongs), isOrdered, target));
    } else {
      const belongs = (one: string) =>
        one.trim() !== '' && ![fence, heading, item, row].some((other) => other.test(one));
      parts.push(html`<p>${inline(takeWhile(belongs).join('\n'), target)}</p>`);
    }
  }
  return html`${parts}`;
}

function headingOf(level: number, words: string, target: LinkTarget): Html {
  const name = `h${level}`;
  const anchor = anchorOf(words);
  return html`<${new Html(name)} id="${anchor}">${inline(words, target)}</${new Html(name)}>`;
}

/** A row begins and ends with a bar. A bar in a cell is escaped, also in code. */
function tableOf(lines: readonly string[], target: LinkTarget): Html {
  const cellsOf = (line: string) =>
    line
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll(String.raw`\|`, '|'), target));
  const [head = '', , ...rows] = lines;
  return table(cellsOf(head), rows.map(cellsOf));
}

function listOf(lines: readonly string[], isOrdered: boolean, target: LinkTarget): Html {
  const items: string[][] = [];
  let width = 0;
  for (const line of lines) {
    const mark = item.exec(line);
    if (mark === null) items.at(-1)?.push(line.replace(new RegExp(`^ {0,${width}}`), ''));
    else {
      width = mark[0].length;
      items.push([line.slice(width)]);
    }
  }
  const content = items.map((one) => html`<li>${itemOf(one, target)}</li>`);
  return isOrdered
    ? html`<ol>
        ${content}
      </ol>`
    : html`<ul>
        ${content}
      </ul>`;
}

/** An item of one paragraph has no space around it. */
function itemOf(lines: readonly string[], target: LinkTarget): Html {
  const text = lines.join('\n').trim();
  const isOne = !/\n\s*\n|^[-|`]|\n(?:-|\d+\.) |\n```/.test(text);
  return isOne ? html`${inline(text, target)}` : blocks(lines, target);
}

const spans =
  /(?<ticks>`+)(?<code>.+?)\k<ticks>|\*\*(?<strong>.+?)\*\*|\*(?<em>[^\s*](?:[^*]*[^\s*])?)\*|\[(?<words>(?:`[^`]*`|[^[\]])+)\]\((?<address>[^)\s]+)\)/gs;

function inline(text: string, target: LinkTarget): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const found of text.matchAll(spans)) {
    parts.push(new Html(escaped(text.slice(end, found.index))));
    parts.push(spanOf(found.groups ?? {}, target));
    end = found.index + found[0].length;
  }
  parts.push(new Html(escaped(text.slice(end))));
  return parts;
}

function spanOf(groups: Readonly<Record<string, string | undefined>>, target: LinkTarget): Html {
  const { code, strong, em, words = '', address = '' } = groups;
  if (code !== undefined) return html`<code>${code}</code>`;
  if (strong !== undefined) return html`<strong>${inline(strong, target)}</strong>`;
  if (em !== undefined) return html`<em>${inline(em, target)}</em>`;
  const href = target(address);
  return href === undefined
    ? html`${inline(words, target)}`
    : html`<a href="${href}">${inline(words, target)}</a>`;
}

function escaped(text: string): string {
  return html`${text}`.text;
}
