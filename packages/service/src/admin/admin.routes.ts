// The admin center over HTTP: its API under {admin_url}/api, behind admission, and its page. One call
// registers all of it.
import type { Server } from '../http/server.ts';
import { type AdminAddress, adminAddressOf } from './admin-address.ts';
import { createAdmission } from './admission.routes.ts';
import { createAdminCookies } from './cookies.ts';
import { registerAdminPage, setTransportSecurity, type PageOptions } from './page.routes.ts';
import { registerSignInRoutes, type SignInDeps } from './sign-in.routes.ts';

export interface AdminDeps extends Omit<SignInDeps, 'address' | 'cookies'> {
  readonly config: { readonly adminUrl: string; readonly baseUrl: string };
  readonly page: Omit<PageOptions, 'address'>;
}

export function registerAdmin(server: Server, deps: AdminDeps): void {
  const address: AdminAddress = adminAddressOf(deps.config);
  const cookies = createAdminCookies(address.isSecure);
  server.decorateRequest('adminSession', null);
  registerAdminPage(server, { ...deps.page, address });
  void server.register(
    (api: Server, _options, done) => {
      api.addHook('onRoute', (route) => {
        const hooks = route.onRequest === undefined ? [] : [route.onRequest].flat();
        route.onRequest = [...hooks, createAdmission({ address, cookies, ...deps }, route)];
      });
      api.addHook('onSend', (_request, reply, payload, next) => {
        setTransportSecurity(reply, address);
        next(null, payload);
      });
      registerSignInRoutes(api, { ...deps, address, cookies });
      done();
    },
    { prefix: `${address.routePath}/api` },
  );
}
