// Notices: how they are sent, whether that works, and which digests were sent. The text of a digest is shown in a
// sandbox only: elsewhere it has links that are for its recipient alone. In a sandbox, its links are for administrators
// who may decide; others see the message without them.
import { maySeeLinks } from '../access/sessions/permission.ts';
import { notFound } from '../audit/changes/change.ts';
import { sendVersion } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import type {
  MessageBrowser,
  ListedMessage,
} from '../messages/notices/browse-messages.postgres.ts';
import { composeTestMessage } from '../messages/notices/single-message.ts';
import type { Notices } from '../messages/notices/notices.jobs.ts';
import type { Senders } from '../messages/notices/open-sender.http.ts';
import { renderDigest } from '../messages/notices/render-digest.ts';
import { sampleDigest } from '../messages/notices/digest.ts';
import type { SendOutcome } from '../messages/notices/sender.ts';
import type { TenantRecord } from '../settings/tenants/change-tenants.ts';
import { type ConfigureNotices, passwordOf } from '../settings/tenants/configure-notices.ts';
import {
  defaultWebhookFailureHours,
  noticeSettingsOf,
} from '../settings/tenants/notice-settings.ts';
import { type PreviewChange, sendMonths, triedPlan } from './tried-months.ts';
import { exportedMonths, plannedMonths } from './tried-months.schema.ts';
import { completeNoticeTexts } from '../settings/tenants/notice-texts.ts';
import type { Encryption } from '../ground/encryption/encryption.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import {
  MessageParams,
  messageQuery,
  NoticeMessageDetails,
  NoticeMessagePage,
  NoticePreview,
  NoticePreviewInput,
  NoticeSettingsChange,
  NoticeSettingsResponse,
  NoticeTest,
  NoticeTestInput,
} from './notices.schema.ts';
import { searchText } from '../ground/folded-text.ts';
import { declareOperations } from './declare-operations.ts';
import { countedListOf, resourceOf, sessionOf } from './request.ts';

export interface NoticeDeps extends AdminApiDeps {
  readonly notices: Pick<Notices, 'channel' | 'compose' | 'wake'>;
  readonly messages: MessageBrowser;
  readonly configureNotices: ConfigureNotices;
  readonly senders: Senders;
  readonly previewChange: PreviewChange;
  readonly encryption: Encryption;
  /** The page with all groups and tasks of a person. */
  readonly overviewUrl: (tenantId: string) => string;
}

const testTimeoutMs = 20_000;

const declared = declareOperations('Notices', {
  getNoticeSettings: {
    summary: 'Read how notices are sent, and whether that works.',
    answer: 'The settings, and the state of the channel.',
    response: { 200: NoticeSettingsResponse },
  },
  changeNoticeSettings: {
    summary: 'Change how notices are sent.',
    answer: 'The changed settings.',
    changes: true,
    problems: ['validation_failed'],
    body: NoticeSettingsChange,
    response: { 200: NoticeSettingsResponse },
  },
  planNotices: {
    summary:
      'Tell what changed notice settings would have done in the last twelve months, and what they will do in the next ones. Changes nothing.',
    description:
      'Dates count in the time zone and at the hour of the settings. Without a sender, no policy archives or deletes groups.',
    answer: 'The groups of the tenant under the settings of the body.',
    ...plannedMonths,
    problems: ['validation_failed'],
    body: NoticeSettingsChange,
  },
  exportNoticesPlan: {
    summary:
      'Export twelve months of the groups of the tenant under changed notice settings as CSV. Changes nothing.',
    ...exportedMonths,
    problems: ['validation_failed'],
    body: NoticeSettingsChange,
  },
  testNotices: {
    summary: 'Send a test message, also with settings that are not saved yet.',
    answer: 'The outcome.',
    problems: ['validation_failed'],
    body: NoticeTestInput,
    response: { 200: NoticeTest },
  },
  previewNotices: {
    summary:
      'Preview a message with custom texts. Its entries are samples. Sends and changes nothing.',
    answer: 'The message, in parts.',
    // It changes nothing, so a reader may look, too.
    admin: 'view',
    problems: ['validation_failed'],
    body: NoticePreviewInput,
    response: { 200: NoticePreview },
  },
  listNoticeMessages: {
    summary: 'List the digests, newest day first. The service keeps them for a year.',
    answer: 'A page of digests.',
    querystring: messageQuery,
    response: { 200: NoticeMessagePage },
  },
  getNoticeMessage: {
    summary: 'Read a digest; in a sandbox with its text.',
    answersSecret: true,
    answer: 'The digest. Its decision links are only for administrators who may decide.',
    problems: ['not_found'],
    params: MessageParams,
    response: { 200: NoticeMessageDetails },
  },
});

export function registerNoticeRoutes(server: Server, deps: NoticeDeps): void {
  const { address, change, clock, configureNotices, encryption, messages, notices, senders } = deps;

  async function find(tenantId: string): Promise<TenantRecord> {
    const tenant = await deps.read((stores) => stores.tenants.find(tenantId));
    if (tenant === undefined) throw notFound('tenant');
    return tenant;
  }

  async function answerOf(tenant: TenantRecord) {
    const settings = noticeSettingsOf(tenant);
    const { failingSince, detail, lastSentAt, pending } = await notices.channel(tenant.tenantId);
    const smtp = settings.sender === 'smtp' ? settings : undefined;
    const { sender, language, timeZone, hour, contact, texts = null } = settings;
    const { webhookFailureHours = defaultWebhookFailureHours } = settings;
    return {
      sender,
      from: 'from' in settings ? settings.from : null,
      host: smtp?.host ?? null,
      port: smtp?.port ?? null,
      security: smtp?.security ?? null,
      userName: smtp?.userName ?? null,
      hasPassword: tenant.noticesSecretSealed !== null,
      addressGivenBy: smtp === undefined ? null : (smtp.addressGivenBy ?? ('operator' as const)),
      language,
      timeZone,
      hour,
      contact,
      texts,
      webhookFailureHours,
      channel: {
        state: stateOf(sender, failingSince),
        failingSince,
        detail: failingSince === null ? null : detail,
        lastSentAt,
        pending,
      },
      etag: tenant.version,
    };
  }

  const path = '/:tenantId/notices';
  server.get(path, declared.getNoticeSettings, async (request, reply) => {
    const answer = await answerOf(await find(resourceOf(request).tenantId));
    sendVersion(reply, answer.etag);
    return answer;
  });

  server.put(path, declared.changeNoticeSettings, async (request) => {
    const { tenantId, actor, expectedVersion } = resourceOf(request);
    await change((changes) =>
      configureNotices.change(changes, actor, tenantId, expectedVersion, request.body),
    );
    notices.wake();
    return answerOf(await find(tenantId));
  });

  /** @throws DomainError `validation_failed` as for a change */
  async function tryNotices(tenantId: string, body: NoticeSettingsChange) {
    const { settings } = configureNotices.openUnsaved(await find(tenantId), body);
    return { tenantId, change: { kind: 'notices', notices: settings } as const };
  }

  server.post(`${path}/plan`, declared.planNotices, async (request) => {
    const tried = await tryNotices(resourceOf(request).tenantId, request.body);
    return triedPlan(deps.previewChange, tried, request.query);
  });

  server.post(`${path}/plan/export`, declared.exportNoticesPlan, async (request, reply) => {
    const tried = await tryNotices(resourceOf(request).tenantId, request.body);
    return sendMonths(server, reply, deps.previewChange, tried, request.query.months);
  });

  server.post(`${path}/test`, declared.testNotices, async (request) => {
    const { to, settings: unsaved } = request.body;
    const tenant = await find(resourceOf(request).tenantId);
    const opened =
      unsaved == null
        ? { settings: noticeSettingsOf(tenant), password: passwordOf(encryption, tenant) }
        : configureNotices.openUnsaved(tenant, unsaved);
    const sender = senders.openUnsaved(tenant, opened);
    if (sender === undefined || opened.settings.sender === 'outbox') {
      sender?.close();
      return { ok: false, detail: 'With these settings, no mail is sent.', durationMs: 0 };
    }
    const startedAt = clock.now();
    const { language, contact, texts } = opened.settings;
    const tenantName = tenant.name;
    const overviewUrl = deps.overviewUrl(tenant.tenantId);
    const digest = composeTestMessage({
      language,
      contact,
      texts,
      tenantName,
      overviewUrl,
    });
    try {
      const outcome = await sender.send(
        { messageId: `test.${request.id}`, to, digest, isNewsOnly: true },
        AbortSignal.timeout(testTimeoutMs),
      );
      return { ...resultOf(outcome, to), durationMs: clock.now() - startedAt };
    } finally {
      sender.close();
    }
  });

  server.post(`${path}/preview`, declared.previewNotices, async (request) => {
    const { language, texts } = request.body;
    const tenant = await find(resourceOf(request).tenantId);
    const { contact, timeZone } = noticeSettingsOf(tenant);
    return sampleDigest({
      language,
      timeZone,
      contact,
      texts: completeNoticeTexts(texts),
      tenantName: tenant.name,
      overviewUrl: deps.overviewUrl(tenant.tenantId),
      now: clock.now(),
    });
  });

  server.get(`${path}/messages`, declared.listNoticeMessages, async (request) => {
    const { tenantId } = resourceOf(request);
    const { state, email } = request.query;
    const list = countedListOf(request, address, '/notices/messages');
    const { items, total } = await messages.list(
      tenantId,
      { state, email: searchText(email) },
      list,
    );
    return list.answer({ items: items.map(listed), total });
  });

  server.get(`${path}/messages/:messageId`, declared.getNoticeMessage, async (request) => {
    const { tenantId, messageId } = resourceOf(request);
    const message = await messages.find(tenantId, messageId);
    if (message === undefined) throw notFound('message');
    const { contents, personId, endedAt } = message;
    const { administrator } = sessionOf(request);
    const isSandbox = noticeSettingsOf(await find(tenantId)).sender === 'outbox';
    const [composed] = isSandbox
      ? await notices.compose(
          tenantId,
          [{ personId, preferredLanguage: message.language, notices: contents }],
          {
            sentAt: endedAt ?? undefined,
            reader: maySeeLinks(administrator) ? administrator.administratorId : null,
          },
        )
      : [];
    const content = composed?.digest === undefined ? null : renderDigest(composed.digest);
    return { ...listed(message), content };
  });
}

function stateOf(sender: string, failingSince: Date | null): 'off' | 'works' | 'failing' {
  if (sender === 'none') return 'off';
  return failingSince === null ? 'works' : 'failing';
}

function resultOf(outcome: SendOutcome, to: string): { ok: boolean; detail: string } {
  if (outcome.kind === 'sent') {
    return { ok: true, detail: `The message to ${to} was accepted for delivery.` };
  }
  return outcome.kind === 'throttled'
    ? { ok: false, detail: 'The mailbox takes no more messages for now.' }
    : { ok: false, detail: outcome.detail };
}

function listed(message: ListedMessage) {
  const { messageId, email, language, day, state, attempts, detail, finishedAt, kinds, notices } =
    message;
  return {
    messageId,
    email,
    language: language === '' ? null : language,
    day,
    state,
    attempts,
    detail,
    finishedAt,
    kinds,
    notices,
  };
}
