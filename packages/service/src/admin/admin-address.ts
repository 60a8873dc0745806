// The address of the admin center: its public address, and the path under which this server sees it.

export interface AdminAddress {
  /** Public, without a trailing slash: the base of links and cookies. */
  readonly url: string;
  readonly origin: string;
  /** The path of `url`; empty if it is the root. */
  readonly publicPath: string;
  /** The path of the routes here: a proxy that serves BASE_URL from below a path takes that path off. */
  readonly routePath: string;
  readonly isSecure: boolean;
  /** The public address of the documentation and of the problems, without a trailing slash. */
  readonly serviceUrl: string;
}

export function adminAddressOf(config: {
  readonly adminUrl: string;
  readonly baseUrl: string;
}): AdminAddress {
  const url = new URL(config.adminUrl);
  const base = new URL(config.baseUrl);
  const publicPath = url.pathname.replace(/\/+$/, '');
  const basePath = base.pathname.replace(/\/+$/, '');
  const isBelowBase =
    url.origin === base.origin &&
    (publicPath === basePath || publicPath.startsWith(`${basePath}/`));
  return {
    url: config.adminUrl,
    origin: url.origin,
    publicPath,
    routePath: isBelowBase ? publicPath.slice(basePath.length) : publicPath,
    isSecure: url.protocol === 'https:',
    serviceUrl: config.baseUrl.replace(/\/+$/, ''),
  };
}
