// Decision links: `{base_url}/decide#<token>`. The token is a MAC over tenant, task and person under a key of the tenant.
// So a link can be made again for every message, and nothing of it is stored. It ends with the task, and as soon as the
// person is no assignee any more, or has no account that is enabled. The links in an outbox are others than those in the
// messages: each one names the administrator to whom it was shown, and ends with that administrator's right to decide.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { personKey } from '../../directory/person-reference.ts';
import type { Assignee } from './task.ts';
import type { TaskOfGroup } from './task-response.ts';

/** 32 bytes; the same for every call. */
export type ReadDecisionKey = (tenantId: string) => Promise<Buffer>;

export interface LinkHolder {
  readonly task: TaskOfGroup;
  readonly assignee: Assignee;
  readonly link: LinkUse;
}

/** How a person came to decide, for the audit log. */
export interface LinkUse {
  readonly from: 'message' | 'outbox' | 'sign_in';
  /** The e-mail address of the administrator who read the link in the outbox. */
  readonly shownTo?: string;
  /** The verified e-mail address of the person who was signed in on the decision page. */
  readonly signedInAs?: string;
}

/**
 * `ended`: the token is right, but its task has ended, the account of the person is disabled or deleted, or the
 * administrator to whom it was shown may decide no more.
 */
export type FoundHolder = LinkHolder | 'ended' | undefined;

export interface DecisionLinks {
  /**
   * Links to tasks of the tenant.
   * @param shownTo the id of the administrator who reads them in an outbox
   */
  of(
    this: void,
    tenantId: string,
    shownTo?: string,
  ): Promise<(taskId: string, personId: string) => string>;
  /** The assignee whose token it is. Undefined for a token of anyone else. */
  holderOf(this: void, token: string): Promise<FoundHolder>;
  /** The same for a person who signed in, and who is an assignee by the address. */
  holderOfTask(
    this: void,
    taskId: string,
    person: { readonly tenantId: string; readonly email: string },
  ): Promise<FoundHolder>;
}

const idBytes = 16;
const macBytes = 32;
/** The id of the task, in an outbox the id of the administrator, and a MAC. */
const tokenForm = /^(?:[\w-]{64}|[\w-]{86})$/;

export function createDecisionLinks(deps: {
  readonly readKey: ReadDecisionKey;
  readonly findTask: (taskId: string) => Promise<TaskOfGroup | undefined>;
  /** Whether the person's account is known to be disabled or deleted. */
  readonly isAccountClosed: (tenantId: string, personId: string) => Promise<boolean>;
  /** The e-mail address of the administrator; undefined unless that one may see and decide all tasks of the tenant. */
  readonly findDecidingAdministrator: (
    tenantId: string,
    administratorId: string,
  ) => Promise<string | undefined>;
  readonly baseUrl: string;
}): DecisionLinks {
  const { readKey, findTask, isAccountClosed, findDecidingAdministrator, baseUrl } = deps;

  async function unlessEnded(
    task: TaskOfGroup,
    assignee: Assignee | undefined,
    link: LinkUse,
  ): Promise<FoundHolder> {
    if (assignee === undefined) return undefined;
    if (task.state !== 'open') return 'ended';
    const isClosed = await isAccountClosed(task.tenantId, assignee.personId);
    return isClosed ? 'ended' : { task, assignee, link };
  }

  async function useOf(
    tenantId: string,
    shownTo: string | undefined,
  ): Promise<LinkUse | undefined> {
    if (shownTo === undefined) return { from: 'message' };
    const email = await findDecidingAdministrator(tenantId, shownTo);
    return email === undefined ? undefined : { from: 'outbox', shownTo: email };
  }

  return {
    async of(tenantId, shownTo) {
      const key = await readKey(tenantId);
      return (taskId, personId) =>
        `${baseUrl}/decide#${tokenOf(key, { tenantId, taskId, personId, shownTo })}`;
    },
    async holderOf(token) {
      if (!tokenForm.test(token)) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      const task = await findTask(guidOf(bytes.subarray(0, idBytes)));
      if (task === undefined) return undefined;
      const { tenantId, taskId } = task;
      const key = await readKey(tenantId);
      const mac = bytes.subarray(-macBytes);
      const named = bytes.subarray(idBytes, -macBytes);
      const shownTo = named.length === 0 ? undefined : guidOf(named);
      const assignee = task.assignees.find(({ personId }) =>
        timingSafeEqual(mac, macOf(key, { tenantId, taskId, personId, shownTo })),
      );
      if (assignee === undefined) return undefined;
      const link = await useOf(tenantId, shownTo);
      return link === undefined ? 'ended' : unlessEnded(task, assignee, link);
    },
    async holderOfTask(taskId, { tenantId, email }) {
      const task = await findTask(taskId);
      if (task?.tenantId !== tenantId) return undefined;
      const assignee = task.assignees.find(
        (one) => personKey(one.email ?? '') === personKey(email),
      );
      return unlessEnded(task, assignee, { from: 'sign_in' });
    },
  };
}

interface TokenContent {
  readonly tenantId: string;
  readonly taskId: string;
  readonly personId: string;
  readonly shownTo: string | undefined;
}

function tokenOf(key: Buffer, content: TokenContent): string {
  const { taskId, shownTo = '' } = content;
  const ids = Buffer.from((taskId + shownTo).replaceAll('-', ''), 'hex');
  return Buffer.concat([ids, macOf(key, content)]).toString('base64url');
}

function macOf(key: Buffer, { tenantId, taskId, personId, shownTo }: TokenContent): Buffer {
  const shown = shownTo === undefined ? [] : ['shown to', shownTo];
  const text = JSON.stringify(['decision link', tenantId, taskId, personId, ...shown]);
  return createHmac('sha256', key).update(text).digest();
}

function guidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
