// The Markdown of the documentation as HTML, with the anchors of GitHub. HTML within it stays text.
import { Marked } from 'marked';
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
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }) {
        const name = new Html(`h${depth}`);
        const content = new Html(this.parser.parseInline(tokens));
        return html`<${name} id="${anchorOf(words)}">${content}</${name}>\n`.text;
      },
      link({ href, tokens }) {
        const words = new Html(this.parser.parseInline(tokens));
        const address = target(href);
        return address === undefined ? words.text : html`<a href="${address}">${words}</a>`.text;
      },
      table({ header, rows }) {
        const cellsOf = (row: typeof header) =>
          row.map(({ tokens }) => new Html(this.parser.parseInline(tokens)));
        return table(cellsOf(header), rows.map(cellsOf)).text;
      },
      html: ({ text: words }) => html`${words}`.text,
    },
  });
  return new Html(marked.parse(text, { async: false }));
}
