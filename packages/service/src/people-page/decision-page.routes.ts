// The page on which people decide from a link in a message, without an account, and the requests of its script. A GET
// changes nothing. Every link that is not valid gets the same refusal.
import { exact, guidPattern } from '../ground/schema/parts.schema.ts';
import { noLimit } from '../ground/group-limit.ts';
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { OpenIdSignIn } from '../access/sessions/open-id-sign-in.ts';
import { decisionRedirectAddress } from '../access/sessions/redirect-addresses.ts';
import { identityOf } from '../access/sessions/sign-in-provider.ts';
import type { WrongSecrets } from '../access/wrong-secrets.ts';
import { personKey } from '../directory/person-reference.ts';
import { DomainError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { acceptedLanguages } from '../http/negotiation.ts';
import type { Server } from '../http/server.ts';
import type { DecideTask } from '../messages/tasks/decide-task.postgres.ts';
import type { DecisionLinks, LinkHolder } from '../messages/tasks/decision-links.ts';
import { decisionMembers } from '../messages/tasks/tasks.schema.ts';
import { decisionPagePolicy, documentIn } from './document.ts';
import { textsFor } from './languages.ts';
import { myGroupsPage, type ReadMyGroups } from './my-groups.ts';
import { questionOf } from './question.ts';
import type { SignedInPeople } from './signed-in-person.ts';

export interface DecisionPageDeps {
  readonly links: Pick<DecisionLinks, 'holderOf' | 'holderOfTask'>;
  readonly wrongSecrets: WrongSecrets;
  readonly decideTask: DecideTask;
  readonly signIn: Pick<OpenIdSignIn, 'begin' | 'identify'>;
  readonly signedInPeople: SignedInPeople;
  readonly readMyGroups: ReadMyGroups;
  /** Undefined once the organisation is deleted. */
  readonly organisationName: (tenantId: string, organisationId: string) => string | undefined;
  /** The custom text of the tenant, by language. */
  readonly contactOf: (tenantId: string, language: string) => string | undefined;
  readonly baseUrl: string;
  readonly log: Log;
}

const scripts = ['page.js', 'show-mine.js'] as const;
/** It belongs to the link; or, after a sign-in, the task. */
const credential = {
  token: Type.Optional(Type.String({ maxLength: 200 })),
  taskId: Type.Optional(Type.String({ pattern: guidPattern })),
};
interface Credential {
  readonly token?: string | undefined;
  readonly taskId?: string | undefined;
}
const pendingSeconds = 600;

const open = { access: 'public' } as const;
/** Only the page uses it, so the description of the API leaves it out. */
const hidden = { hide: true } as const;

export function registerDecisionPage(server: Server, deps: DecisionPageDeps): void {
  const { links, wrongSecrets, decideTask, signedInPeople, baseUrl } = deps;
  const cookies = cookiesOf(baseUrl);

  server.get('/decide', { config: { ...open, produces: ['text/html'] } }, (request, reply) => {
    const texts = textsFor(acceptedLanguages(request.headers['accept-language']));
    return protect(reply)
      .header('content-security-policy', decisionPagePolicy)
      .header('content-type', 'text/html; charset=utf-8')
      .header('vary', 'accept-language')
      .send(documentIn(texts));
  });
  for (const name of scripts) {
    const script = readFileSync(new URL(name, import.meta.url), 'utf8');
    server.get(`/decide/${name}`, { config: { ...open, produces: ['*/*'] } }, (_, reply) =>
      protect(reply).header('content-type', 'text/javascript; charset=utf-8').send(script),
    );
  }

  /** @throws DomainError `link_not_valid`; `too_many_failed_attempts` from an address with many wrong links */
  async function holderOf(
    request: FastifyRequest,
    { token = '', taskId }: Credential,
  ): Promise<LinkHolder> {
    const person = signedInPeople.read(cookies.personOf(request));
    const holder =
      taskId === undefined
        ? await links.holderOf(token)
        : person && (await links.holderOfTask(taskId.toLowerCase(), person));
    if (holder === undefined) wrongSecrets.count(request.clientAddress);
    if (holder === undefined || holder === 'ended') throw notValid();
    return holder;
  }

  /** Whether the holder may see and decide the task now. False: the holder has to sign in first. */
  function isAdmitted(request: FastifyRequest, { task, assignee }: LinkHolder): boolean {
    if (task.decisions === 'link') return true;
    const person = signedInPeople.read(cookies.personOf(request));
    if (person?.tenantId !== task.tenantId) return false;
    // A forwarded link: someone else is signed in.
    if (personKey(person.email) !== personKey(assignee.email ?? '')) throw notValid();
    return true;
  }

  const answers = { response: { 200: Type.Unknown() } };
  server.post(
    '/decide/look',
    {
      config: open,
      schema: { ...hidden, body: Type.Object(credential, exact), ...answers },
    },
    async (request, reply) => {
      protect(reply);
      const holder = await holderOf(request, request.body);
      if (!isAdmitted(request, holder)) return { signIn: true };
      const { task, assignee } = holder;
      const texts = textsFor([
        assignee.language,
        ...acceptedLanguages(request.headers['accept-language']),
      ]);
      const organisation = deps.organisationName(task.tenantId, task.organisationId) ?? '';
      const options = decideTask.optionsOf(task, 'assignee');
      const contact = deps.contactOf(task.tenantId, texts.language) ?? null;
      const question = { ...questionOf(holder, options, organisation, texts), contact };
      return { signIn: false, question };
    },
  );

  server.post(
    '/decide/decision',
    {
      config: open,
      schema: {
        ...hidden,
        body: Type.Object({ ...credential, ...decisionMembers }, exact),
        ...answers,
      },
    },
    async (request, reply) => {
      protect(reply);
      const { token, taskId, ...input } = request.body;
      const holder = await holderOf(request, { token, taskId });
      if (!isAdmitted(request, holder)) throw notValid();
      const { task, assignee } = holder;
      const person = signedInPeople.read(cookies.personOf(request));
      const signedInAs = person?.tenantId === task.tenantId ? person.email : undefined;
      try {
        await decideTask.decide({
          tenantId: task.tenantId,
          taskId: task.taskId,
          input,
          actor: {
            kind: 'person',
            id: assignee.email ?? assignee.personId,
            address: request.clientAddress,
            requestId: request.id,
          },
          assigneeId: assignee.personId,
          via: 'link',
          link: { ...holder.link, ...(signedInAs !== undefined && { signedInAs }) },
          within: noLimit,
        });
        return { outcome: input.decision };
      } catch (error) {
        // Someone else decided since the link was checked.
        const isOver = error instanceof DomainError && endings.has(error.code);
        throw isOver ? notValid() : error;
      }
    },
  );

  server.post(
    '/decide/mine',
    {
      config: open,
      schema: {
        ...hidden,
        body: Type.Object(
          { tenantId: Type.Optional(Type.String({ pattern: guidPattern })) },
          exact,
        ),
        ...answers,
      },
    },
    async (request, reply) => {
      protect(reply);
      const { tenantId } = request.body;
      const person = signedInPeople.read(cookies.personOf(request));
      const isOther = tenantId !== undefined && tenantId.toLowerCase() !== person?.tenantId;
      if (person === undefined || isOther) {
        if (tenantId === undefined) throw notValid();
        return { signIn: true };
      }
      const texts = textsFor(acceptedLanguages(request.headers['accept-language']));
      const mine = await deps.readMyGroups(person.tenantId, person.email);
      return { signIn: false, mine: myGroupsPage(mine, person.email, texts) };
    },
  );

  registerSignIn(server, deps, { holderOf, cookies });
}

const endings: ReadonlySet<string> = new Set(['task_closed', 'not_found']);

/** The routes lead to the sign-in provider of the tenant, and back to the page. */
function registerSignIn(
  server: Server,
  { signIn, signedInPeople, wrongSecrets, baseUrl, log }: DecisionPageDeps,
  parts: {
    readonly holderOf: (request: FastifyRequest, credential: Credential) => Promise<LinkHolder>;
    readonly cookies: ReturnType<typeof cookiesOf>;
  },
): void {
  const { holderOf, cookies } = parts;
  server.post(
    '/decide/sign-in',
    {
      config: open,
      schema: {
        ...hidden,
        body: Type.Object(
          { ...credential, tenantId: Type.Optional(Type.String({ pattern: guidPattern })) },
          exact,
        ),
        response: { 200: Type.Object({ url: Type.String() }) },
      },
    },
    async (request, reply) => {
      protect(reply);
      const { tenantId: wanted, ...given } = request.body;
      const tenantId = wanted?.toLowerCase() ?? (await holderOf(request, given)).task.tenantId;
      const { url, pending } = await signIn.begin(tenantId, '/decide').catch((error: unknown) => {
        if (isNotFound(error)) wrongSecrets.count(request.clientAddress);
        throw error;
      });
      reply.header('set-cookie', cookies.pending(pending));
      return { url };
    },
  );

  server.get(
    '/decide/callback/:tenantId',
    {
      config: { ...open, produces: ['text/html'] },
      schema: {
        ...hidden,
        params: Type.Object({ tenantId: Type.String({ pattern: guidPattern }) }),
      },
    },
    async (request, reply) => {
      protect(reply);
      const tenantId = request.params.tenantId.toLowerCase();
      const url = new URL(decisionRedirectAddress(baseUrl, tenantId));
      url.search = request.url.split('?')[1] ?? '';
      const pending = cookies.pendingOf(request);
      try {
        const { claims, provider } = await signIn.identify(tenantId, url, pending);
        const email = identityOf(claims, provider)?.email;
        if (email === undefined) throw new DomainError('sign_in_failed', 'No verified address.');
        return await reply
          .header('set-cookie', [
            cookies.person(signedInPeople.write({ tenantId, email })),
            cookies.pending(),
          ])
          .redirect(`${baseUrl}/decide?signed-in`, 303);
      } catch (error) {
        log.warn({ err: error, requestId: request.id }, 'a sign-in to decide failed');
        return reply
          .header('set-cookie', cookies.pending())
          .redirect(`${baseUrl}/decide?signed-in=failed`, 303);
      }
    },
  );
}

/** The tenant is unknown, or has no provider. */
function isNotFound(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'not_found';
}

function notValid(): DomainError {
  return new DomainError(
    'link_not_valid',
    'This link is not valid. The question may have been answered already, by you or by someone else, or its time may be over.',
  );
}

function protect(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow');
}

/** The cookies have the __Host- prefix on https. A browser takes none on plain http, which is for loopback. */
function cookiesOf(baseUrl: string) {
  const isSecure = baseUrl.startsWith('https:');
  const prefix = isSecure ? '__Host-' : '';
  const secure = isSecure ? '; Secure' : '';
  const names = {
    person: `${prefix}groupwright-decider`,
    pending: `${prefix}groupwright-decider-sign-in`,
  };
  const write = (name: string, value: string | undefined, sameSite: string, age: string) =>
    `${name}=${value ?? ''}; Path=/${secure}; HttpOnly; SameSite=${sameSite}${value === undefined ? '; Max-Age=0' : age}`;
  const read = ({ headers }: FastifyRequest, name: string) =>
    headers.cookie
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  return {
    personOf: (request: FastifyRequest) => read(request, names.person),
    pendingOf: (request: FastifyRequest) => read(request, names.pending),
    person: (value: string) => write(names.person, value, 'Strict', ''),
    // Lax: the provider sends the browser back from another site.
    pending: (value?: string) => write(names.pending, value, 'Lax', `; Max-Age=${pendingSeconds}`),
  };
}
