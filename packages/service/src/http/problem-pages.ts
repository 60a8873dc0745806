// The page of each problem type: its meaning and its remedy. For people as HTML, for programs
// as JSON.
import { Type } from 'typebox';
import { notFound, problemCodes, type ProblemCode } from '../ground/errors.ts';
import { negotiate } from './negotiation.ts';
import { html, page, sendPage, type Html, table } from './page.ts';
import { problemGuide } from './problem-guide.ts';
import { problemKinds, type Problem } from './problem.ts';
import type { Server } from './server.ts';

const produces = ['text/html', 'application/json'] as const;

export function registerProblemPages(server: Server, options: { readonly baseUrl: string }): void {
  const { baseUrl } = options;

  server.get(
    '/problems',
    { config: { access: 'public', produces }, schema: { hide: true } },
    (request, reply) => {
      if (negotiate(request.headers.accept, produces) === 'application/json') {
        return { problems: problemCodes.map((code) => asObject(code, baseUrl)) };
      }
      return sendPage(reply, page('Problems', listOf()));
    },
  );

  server.get(
    '/problems/:code',
    {
      config: { access: 'public', produces },
      schema: { hide: true, params: Type.Object({ code: Type.String() }) },
    },
    (request, reply) => {
      const code = problemCodes.find((known) => known === request.params.code);
      if (code === undefined) throw notFound();
      if (negotiate(request.headers.accept, produces) === 'application/json') {
        return asObject(code, baseUrl);
      }
      return sendPage(reply, page(problemKinds[code].title, pageOf(code, baseUrl)));
    },
  );
}

function asObject(code: ProblemCode, baseUrl: string): object {
  const { meaning, remedy, retry } = problemGuide[code];
  const { status, title } = problemKinds[code];
  const type = `${baseUrl}/problems/${code}`;
  return {
    type,
    code,
    status,
    title,
    meaning,
    remedy,
    retry,
    example: problemExample(code, baseUrl),
  };
}

function pageOf(code: ProblemCode, baseUrl: string): Html {
  const { meaning, remedy, retry } = problemGuide[code];
  const { status, title } = problemKinds[code];
  return html`<p class="soft"><a href="../problems">All problems</a></p>
    <h1>${title}</h1>
    <p><code>${code}</code> <span class="soft">status ${status}</span></p>
    <h2>Meaning</h2>
    <p>${meaning}</p>
    <h2>Remedy</h2>
    <p>${remedy}</p>
    <p>
      Does the same request work later?
      ${retry === 'yes' ? 'Yes.' : retry === 'no' ? 'No.' : 'Only after a change elsewhere.'}
    </p>
    <h2>Example</h2>
    <pre><code>${JSON.stringify(problemExample(code, baseUrl), undefined, 2)}</code></pre>`;
}

function listOf(): Html {
  const rows = problemCodes.map((code) => [
    html`<a href="problems/${code}"><code>${code}</code></a>`,
    problemKinds[code].status,
    problemKinds[code].title,
  ]);
  return html`<h1>Problems</h1>
    <p>
      Every error of the service is one of these, as <code>application/problem+json</code> (RFC
      9457). Branch on <code>code</code>; the list may grow.
    </p>
    ${table(['Code', 'Status', 'Meaning'], rows)}`;
}

// An example of each problem, for its page and for the description of the API.
export function problemExample(code: ProblemCode, baseUrl: string): Problem {
  const { status, title } = problemKinds[code];
  const { detail, errors } = problemGuide[code].example;
  const problem = {
    type: `${baseUrl}/problems/${code}`,
    title,
    status,
    detail,
    code,
    requestId: 'o5tXv2mPqLbz00002k',
  };
  return errors === undefined ? problem : { ...problem, errors };
}
