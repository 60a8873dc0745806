// Decision links: `{base_url}/decide#<token>`. The token is a MAC over tenant, task and person under a key of the tenant.
// So a link can be made again for every message, and nothing of it is stored. It ends with the task, and as soon as the
// person is no assignee any more, or has no account that is enabled.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Assignee, Task } from './task.ts';
import type { TaskOfGroup } from './task-response.ts';

/** 32 bytes; the same for every call. */
export type ReadDecisionKey = (tenantId: string) => Promise<Buffer>;

export interface LinkHolder {
  readonly task: TaskOfGroup;
  readonly assignee: Assignee;
}

/** `ended`: the token is right, but its task has ended, or the person's account is disabled or deleted. */
export type FoundHolder = LinkHolder | 'ended' | undefined;

export interface DecisionLinks {
  /** Links to tasks of the tenant. */
  of(this: void, tenantId: string): Promise<(taskId: string, personId: string) => string>;
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
/** The id and a MAC of 32 bytes. */
const tokenForm = /^[\w-]{64}$/;

export function createDecisionLinks(deps: {
  readonly readKey: ReadDecisionKey;
  readonly findTask: (taskId: string) => Promise<TaskOfGroup | undefined>;
  /** Whether the person's account is known to be disabled or deleted. */
  readonly isAccountClosed: (tenantId: string, personId: string) => Promise<boolean>;
  readonly baseUrl: string;
}): DecisionLinks {
  const { readKey, findTask, isAccountClosed, baseUrl } = deps;

  async function unlessEnded(
    task: TaskOfGroup,
    assignee: Assignee | undefined,
  ): Promise<FoundHolder> {
    if (assignee === undefined) return undefined;
    if (task.state !== 'open') return 'ended';
    const isClosed = await isAccountClosed(task.tenantId, assignee.personId);
    return isClosed ? 'ended' : { task, assignee };
  }

  return {
    async of(tenantId) {
      const key = await readKey(tenantId);
      return (taskId, personId) =>
        `${baseUrl}/decide#${tokenOf(key, { tenantId, taskId }, personId)}`;
    },
    async holderOf(token) {
      if (!tokenForm.test(token)) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      const task = await findTask(guidOf(bytes.subarray(0, idBytes)));
      if (task === undefined) return undefined;
      const key = await readKey(task.tenantId);
      const mac = bytes.subarray(idBytes);
      const assignee = task.assignees.find(({ personId }) =>
        timingSafeEqual(mac, macOf(key, task, personId)),
      );
      return unlessEnded(task, assignee);
    },
    async holderOfTask(taskId, { tenantId, email }) {
      const task = await findTask(taskId);
      if (task?.tenantId !== tenantId) return undefined;
      const assignee = task.assignees.find((one) => one.email?.toLowerCase() === email);
      return unlessEnded(task, assignee);
    },
  };
}

type TaskKey = Pick<Task, 'tenantId' | 'taskId'>;

function tokenOf(key: Buffer, task: TaskKey, personId: string): string {
  const id = Buffer.from(task.taskId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, macOf(key, task, personId)]).toString('base64url');
}

function macOf(key: Buffer, { tenantId, taskId }: TaskKey, personId: string): Buffer {
  const text = JSON.stringify(['decision link', tenantId, taskId, personId]);
  return createHmac('sha256', key).update(text).digest();
}

function guidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
