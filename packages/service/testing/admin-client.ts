// Speaks to the admin API as the page does: cookie, Origin and token.
import type { AdministratorRole } from '../src/access/sessions/administrator.ts';
import type { AdminService } from './admin-service.ts';

export interface AdminResponse {
  readonly status: number;
  readonly headers: Headers;
  // Tests look into answers freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export class AdminClient {
  readonly service: AdminService;
  readonly origin: string;
  cookie = '';
  csrfToken = '';

  constructor(service: AdminService) {
    this.service = service;
    this.origin = new URL(service.adminUrl).origin;
  }

  static async signedIn(
    service: AdminService,
    email = 'ada@nordlicht.example',
    role: AdministratorRole = 'administrator',
  ): Promise<AdminClient> {
    const client = new AdminClient(service);
    const link = await service.signInLink(email, role);
    const answer = await client.signInBy(link);
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
    return client;
  }

  async signInBy(link: string): Promise<AdminResponse> {
    const token = new URL(link).hash.slice(1);
    const answer = await this.call('POST', 'sign-in/link', { token });
    if (answer.status === 200) {
      this.csrfToken = answer.body.csrfToken;
      this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    }
    return answer;
  }

  /** @param path below the tenant in the admin API */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<AdminResponse> {
    const response = await fetch(`${this.service.adminUrl}/api/${this.service.tenantId}/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(this.cookie !== '' && { cookie: this.cookie }),
        ...(method !== 'GET' && { origin: this.origin, 'x-csrf-token': this.csrfToken }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  }

  async get(path: string): Promise<AdminResponse> {
    return this.call('GET', path);
  }
}
