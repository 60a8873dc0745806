// Pages for people: complete HTML without scripts and external content, readable in light and dark and on a
// phone. All inserted text is escaped, unless `html` created it.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const style = `
:root{color-scheme:light dark;--text:#1b1f24;--soft:#57606a;--line:#d0d7de;--back:#fff;--code:#f6f8fa;--link:#0b5cad}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--soft:#9198a1;--line:#3d444d;--back:#0d1117;--code:#161b22;--link:#6cb6ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.55 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.75rem;line-height:1.25;margin:.5rem 0 1rem}
h2{font-size:1.25rem;margin:2.5rem 0 .5rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.75rem 0 .5rem}
h4{font-size:.95rem;margin:1.25rem 0 .25rem}
a{color:var(--link)}
p,ul,ol{margin:.5rem 0}
.soft{color:var(--soft)}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);border-radius:4px;padding:.1em .3em;overflow-wrap:anywhere}
pre{background:var(--code);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;overflow-x:auto}
pre code{padding:0;background:none;overflow-wrap:normal}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.925rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600}
summary{cursor:pointer}
.method{display:inline-block;font-weight:700;min-width:3.75rem}
`;

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | undefined | readonly Part[];

/** HTML with its values escaped; lists are joined, undefined is nothing. */
export function html(fixed: TemplateStringsArray, ...values: readonly Part[]): Html {
  const text = fixed.map((part, index) => part + render(values[index])).join('');
  return new Html(text);
}

function render(value: Part): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map((part) => render(part)).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A table that scrolls by itself if it is wider than the page. */
export function table(headings: readonly Part[], rows: readonly (readonly Part[])[]): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Whole, so that nothing comes between the style and the hash that lets it pass. */
const styleElement = new Html(`<style>${style}</style>`);

/** A whole document. */
export function page(title: string, content: Html): string {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html> `;
  return document.text;
}

export function sendPage(reply: FastifyReply, document: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'public, max-age=300')
    .send(document);
}
