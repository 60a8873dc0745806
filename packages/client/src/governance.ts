// The governance of existing groups: tasks of people, notices to people, renewals and holds. It is a function apart from
// the client, so that a page that only creates groups does not load it.
import { type Answer, answerOf } from './answer.ts';
import type { Client } from './client.ts';
import { isProblem } from './errors.ts';
import { readOptions, type CallOptions } from './options.ts';
import { filteredItemsOf, itemsOf, type PageSource } from './pages.ts';
import type {
  Batch,
  BatchGroup,
  BatchRequest,
  Decision,
  Hold,
  Renewal,
  RenewalResult,
  Review,
  ReviewDecisions,
  ReviewRequest,
  ReviewSummary,
  SelectedUndoRequest,
  Task,
  TeamNotice,
  ToDo,
  UndoneGroup,
} from './types.ts';

export interface TaskFilter extends CallOptions {
  readonly kind?: Task['kind'];
  readonly state?: Task['state'];
  readonly teamId?: string;
  /** User ID or e-mail address of a person who may decide. */
  readonly assignee?: string;
}

export interface ReviewFilter extends CallOptions {
  readonly state?: Review['state'];
  readonly teamId?: string;
}

export interface BatchFilter extends CallOptions {
  readonly status?: 'running' | 'completed';
}

export interface BatchGroupFilter extends CallOptions {
  /** One status, or several with commas between, such as `refused,failed`. */
  readonly status?: string;
}

export interface UndoOptions extends StartBatchOptions {
  readonly reason?: string;
}

export type UndoSelectionOptions = Omit<SelectedUndoRequest, 'reason'>;

export interface StartBatchOptions extends CallOptions {
  /** Calls with the same key are one batch. */
  readonly idempotencyKey?: string;
}

export interface ReviewOptions extends CallOptions, ReviewRequest {}

export interface DecideReviewOptions extends CallOptions, ReviewDecisions {}

/** The decision about one person of a review. */
export type PersonDecision = ReviewDecisions['decisions'][number];

export interface RenewOptions extends CallOptions, Renewal {}

export interface HoldOptions extends CallOptions {
  /** Why, for the audit log and for everyone whom the hold stops: 1,000 characters at most. */
  readonly reason: string;
}

export interface Governance {
  /** Reads the decisions and repairs that wait for someone, by cause, with the number of items. */
  getToDo(options?: CallOptions): Answer<ToDo>;
  /** Newest first, page by page as they are read. */
  listTasks(filter?: TaskFilter): AsyncGenerator<Task, void>;
  /** A task with its possible decisions. */
  getTask(taskId: string, options?: CallOptions): Answer<Task>;
  /**
   * Decides an open task, for all its assignees. The decision is final.
   *
   * @throws ProblemError with the codes `task_closed`, `validation_failed`
   */
  decideTask(taskId: string, decision: Decision, options?: CallOptions): Promise<Task>;
  /** The notices to people about a group, newest first, page by page as they are read. */
  listTeamNotices(teamId: string, options?: CallOptions): AsyncGenerator<TeamNotice, void>;
  /**
   * Renews a group that expires: `until` a time, else for the length that its template gives a renewal. Repeated attempts
   * of one call count once.
   *
   * @throws ProblemError with the codes `not_expiring`, `renewal_limit`
   */
  renewTeam(teamId: string, options?: RenewOptions): Answer<RenewalResult>;
  /** Newest first, page by page as they are read. */
  listReviews(filter?: ReviewFilter): AsyncGenerator<ReviewSummary, void>;
  /** A review with its people and the decisions about them. */
  getReview(reviewId: string, options?: CallOptions): Answer<Review>;
  /** Asks the people of a group to review its owners and guests. Answers the review in progress if there is one. */
  requestReview(teamId: string, options?: ReviewOptions): Answer<Review>;
  /**
   * Decides about people of a review, in parts if you like. The review ends with the last decision; then the people to
   * remove leave the group.
   *
   * @throws ProblemError with the codes `task_closed`, `validation_failed`
   */
  decideReview(reviewId: string, options: DecideReviewOptions): Answer<Review>;
  /**
   * One operation, renewal or hold for up to 10,000 groups, or the adoption of up to 5,000. The service begins them in turns;
   * poll `getBatch`.
   */
  startBatch(request: BatchRequest, options?: StartBatchOptions): Answer<Batch>;
  /** The number of its groups by their status, and whether all of them are final. */
  getBatch(batchId: string, options?: CallOptions): Answer<Batch>;
  /** Newest first, page by page as they are read. */
  listBatches(filter?: BatchFilter): AsyncGenerator<Batch, void>;
  /** Its groups with their operations and errors, in the order of the request, page by page as they are read. */
  listBatchGroups(batchId: string, filter?: BatchGroupFilter): AsyncGenerator<BatchGroup, void>;
  /** Cancels what the batch has not begun. */
  cancelBatch(batchId: string, options?: CallOptions): Answer<Batch>;
  /** The answer has each group to which the batch did something: what goes back, and what cannot. It changes nothing. */
  planUndo(batchId: string, options?: CallOptions): AsyncGenerator<UndoneGroup, void>;
  /** The same for what a rule, a person or an API key did in a span of time. */
  planSelectedUndo(
    selection: UndoSelectionOptions,
    options?: CallOptions,
  ): AsyncGenerator<UndoneGroup, void>;
  /** Takes back what a rule, a person or an API key did in a span of time, by a batch, whose answer this is. */
  undoSelected(request: SelectedUndoRequest, options?: StartBatchOptions): Answer<Batch>;
  /** Takes back the batch by another one, whose answer this is. */
  undoBatch(batchId: string, options?: UndoOptions): Answer<Batch>;
  /** Keeps the group from being archived and deleted, by anyone and by policies, until it is released. */
  holdTeam(teamId: string, options: HoldOptions): Answer<Hold>;
  /** Releases the hold of the group, if there is one. */
  releaseTeam(teamId: string, options?: CallOptions): Promise<void>;
}

/** Sends nothing by itself. */
export function governanceOf(client: Pick<Client, 'request'>): Governance {
  const pages: PageSource = {
    async call({ path, query = {}, options }) {
      const answer = client.request<never>('GET', path, { ...options, query });
      const { data, response } = await answer.withResponse();
      return { body: data, response };
    },
  };
  const write = <Body>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: `/${string}`,
    given: CallOptions = {},
    body?: object,
  ) => answerOf(() => client.request<Body>(method, path, { ...readOptions(given), body }));
  const getTask: Governance['getTask'] = (taskId, options) =>
    client.request<Task>('GET', `/tasks/${encodeURIComponent(taskId)}`, options);

  return {
    getToDo: (options) => client.request<ToDo>('GET', '/to-do', options),
    listTasks: (filter) => filteredItemsOf(pages, '/tasks', filter),
    getTask,
    async decideTask(taskId, decision, given = {}) {
      const options = readOptions(given);
      const path = `/tasks/${encodeURIComponent(taskId)}/decision` as const;
      try {
        return await client.request<Task>('POST', path, { ...options, body: decision });
      } catch (error) {
        if (!isProblem(error, 'task_closed')) throw error;
        // The answer to an earlier attempt may have been lost.
        const task = await getTask(taskId, options);
        if (isResultOf(task, decision)) return task;
        throw error;
      }
    },
    listTeamNotices: (teamId, options) => itemsOf(pages, `${teamPath(teamId)}/notices`, options),
    renewTeam: (teamId, { until, reason, ...options } = {}) =>
      write('POST', `${teamPath(teamId)}/renewal`, options, { until, reason }),
    listReviews: (filter) => filteredItemsOf(pages, '/reviews', filter),
    getReview: (reviewId, options) => client.request('GET', reviewPath(reviewId), options),
    requestReview: (teamId, { subjects, within, unanswered, reason, ...options } = {}) =>
      write('POST', `${teamPath(teamId)}/reviews`, options, {
        subjects,
        within,
        unanswered,
        reason,
      }),
    decideReview: (reviewId, { decisions, reason, ...options }) =>
      write('POST', `${reviewPath(reviewId)}/decisions`, options, { decisions, reason }),
    startBatch: (request, options = {}) =>
      client.request('POST', '/batches', { ...options, body: request }),
    getBatch: (batchId, options) => client.request('GET', batchPath(batchId), options),
    listBatches: (filter) => filteredItemsOf(pages, '/batches', filter),
    listBatchGroups: (batchId, filter) =>
      filteredItemsOf(pages, `${batchPath(batchId)}/groups`, filter),
    cancelBatch: (batchId, options) => write('POST', `${batchPath(batchId)}/cancel`, options),
    planUndo: (batchId, options) => itemsOf(pages, `${batchPath(batchId)}/undo`, options),
    planSelectedUndo: (selection, options) =>
      filteredItemsOf(pages, '/batches/undo', { ...options, ...selection }),
    undoSelected: (request, options = {}) =>
      client.request('POST', '/batches/undo', { ...options, body: request }),
    undoBatch: (batchId, { reason, ...options } = {}) =>
      client.request('POST', `${batchPath(batchId)}/undo`, { ...options, body: { reason } }),
    holdTeam: (teamId, { reason, ...options }) =>
      write('PUT', `${teamPath(teamId)}/hold`, options, { reason }),
    async releaseTeam(teamId, options) {
      await write('DELETE', `${teamPath(teamId)}/hold`, options);
    },
  };
}

const reviewPath = (reviewId: string) => `/reviews/${encodeURIComponent(reviewId)}` as const;
const batchPath = (batchId: string) => `/batches/${encodeURIComponent(batchId)}` as const;
const teamPath = (teamId: string) => `/teams/${encodeURIComponent(teamId)}` as const;

/** A task does not show the people and the name of its decision, so a decision with one of them is not recognised. */
function isResultOf(task: Task, { decision, reason, ...details }: Decision): boolean {
  const isSame = task.outcome === decision && task.reason === (reason ?? null);
  return isSame && task.decidedVia === 'api' && Object.keys(details).length === 0;
}
