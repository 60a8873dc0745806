// The pages for people at the address of the API: its description and reference, the documentation, problems and the
// front page.
import { adminAddressOf } from '../../admin/admin-address.ts';
import { describedAdmin } from '../../admin/api-description.ts';
import type { Config } from '../../ground/config/config.ts';
import { describedWebhooks } from '../../events/described-webhooks.ts';
import { registerDocs } from '../../http/docs.ts';
import { registerFrontPage } from '../../http/front-page.ts';
import { registerGuides } from '../../http/guides.ts';
import { registerProblemPages } from '../../http/problem-pages.ts';
import type { Server } from '../../http/server.ts';

export function registerPages(server: Server, config: Config, version: string): void {
  const { baseUrl } = config;
  const admin = adminAddressOf(config);
  registerProblemPages(server, { baseUrl });
  registerDocs(server, {
    baseUrl,
    version,
    admin: describedAdmin(admin),
    webhooks: describedWebhooks(baseUrl),
  });
  registerGuides(server);
  registerFrontPage(server, { adminUrl: admin.url, version });
}
