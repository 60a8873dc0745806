// GET / in a browser: the links that a newcomer needs. Programs get the answer of an address that does not exist.
import { notFound } from '../ground/errors.ts';
import { negotiate } from './negotiation.ts';
import { html, page, sendPage } from './page.ts';
import type { Server } from './server.ts';

const produces = ['application/problem+json', 'application/json', 'text/html'] as const;

export interface FrontPageOptions {
  readonly adminUrl: string;
  readonly version: string;
}

export function registerFrontPage(server: Server, options: FrontPageOptions): void {
  const document = page('Groupwright', contentOf(options));

  server.get(
    '/',
    { config: { access: 'public', produces }, schema: { hide: true } },
    (request, reply) => {
      if (negotiate(request.headers.accept, produces) !== 'text/html') throw notFound();
      return sendPage(reply, document);
    },
  );
}

function contentOf({ adminUrl, version }: FrontPageOptions) {
  const links = [
    ['docs/guides', 'Documentation', 'guides for developers, administrators and operators'],
    ['docs', 'Reference of the API', 'search the operations, and send requests from the browser'],
    ['openapi.json', 'openapi.json', 'OpenAPI 3.1 with webhooks, for generators'],
    ['openapi-3.0.json', 'openapi-3.0.json', 'the same in OpenAPI 3.0, without webhooks'],
    ['problems', 'Problems', 'every error code, what it means, and how to correct it'],
    [adminUrl, 'Admin center', 'the start of the service prints a link that signs you in'],
    ['readyz', 'Readiness', 'tells whether the service accepts requests'],
  ] as const;
  return html`<h1>Groupwright</h1>
    <p>
      Your systems create and govern groups and teams in Microsoft 365 through this service.
      <span class="soft">Version ${version}</span>
    </p>
    <ul>
      ${links.map(([address, name, meaning]) => html`<li><a href="${address}">${name}</a>: ${meaning}</li>`)}
    </ul>
    <h2>Your first group</h2>
    <p>
      The first start wrote a key to <code>.groupwright/quickstart.json</code>. In the folder of the
      service:
    </p>
    <pre><code>eval "$(npx groupwright env --from .groupwright/quickstart.json)"
npx groupwright team create --organisation nordlicht-energy --template project \\
  --alias prj-4711 --name 'Project 4711' --responsible ingrid.solberg@nordlicht.example</code></pre>
    <p><a href="docs/guides/quickstart">Quickstart</a> has the same in four languages.</p>`;
}
