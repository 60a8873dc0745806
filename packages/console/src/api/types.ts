// The data of pages, named by meaning. The shapes are those of the API's description.
import type { Answer, Body, Query } from './route-types.ts';

/** It omits the values that only a newer service knows. */
type Known<Value> = Value extends string ? (string extends Value ? never : Value) : never;

export type Session = Answer<'get', '/session'>;
export type OverviewState = Answer<'get', '/overview'>;
export type CreationReportState = Answer<'get', '/reports/creations'>;
export type LoggedRequest = Answer<'get', '/requests'>['items'][number];

export type ApiKeyItem = Answer<'get', '/api-keys'>['items'][number];
export type ApiKeyUseState = Answer<'get', '/api-keys/{keyId}/use'>;
export type Scope = ApiKeyItem['scopes'][number];
export type NewSecretResponse = Answer<'post', '/api-keys'>;

export type OrganisationItem = Answer<'get', '/organisations/{organisationId}'>;
export type TemplateItem = Answer<'get', '/templates/{templateId}'>;
export type TemplateBody = Body<'put', '/templates/{templateId}'>;
export type TemplateVersion = Answer<'get', '/templates/{templateId}/versions'>['items'][number];
export type NamingPreviewResponse = Answer<'post', '/templates/preview'>;

export type GroupDetail = Answer<'get', '/teams/{teamId}'>;
export type GroupItem = Answer<'get', '/teams'>['items'][number];
export type GroupFilters = Omit<Query<'get', '/teams'>, 'offset' | 'limit' | 'cursor' | 'total'>;
export type GroupPerson = Answer<'get', '/teams/{teamId}/people'>['items'][number];
/** Each event of `/teams/{teamId}/status` has it, too. */
export type GroupProgress = GroupDetail['creation'];
/** Each event of `/teams/{teamId}/operations/{operationId}` has it, too. */
export type GroupOperation = Answer<'get', '/teams/{teamId}/operations'>['items'][number];
export type GroupChange = Body<'patch', '/teams/{teamId}'>;

export type TaskItem = Answer<'get', '/tasks'>['items'][number];
export type TaskKind = Known<TaskItem['kind']>;
export type NoticeKind = Known<Answer<'get', '/teams/{teamId}/notices'>['items'][number]['kind']>;

export type DirectoryState = Answer<'get', '/directory'>;
export type ConnectionBody = Body<'put', '/directory/microsoft365'>;
export type ConnectionTestResponse = Answer<'post', '/directory/test'>;
export type PersonItem = Answer<'get', '/directory/people'>['items'][number];
export type ProbeState = Answer<'get', '/directory/probes'>;
export type DirectoryGroupList = Answer<'get', '/directory/groups'>;
export type DirectoryGroup = DirectoryGroupList['items'][number];

export type ActivityItem = Answer<'get', '/activity'>['items'][number];
export type AdministratorEntry = Answer<'get', '/administrators'>['items'][number];
export type Role = AdministratorEntry['role'];
export type AdministratorInvitation = Answer<
  'post',
  '/administrators/{administratorId}/invitation'
>;
export type SignInProvider = Answer<'get', '/sign-in-provider'>;
export type AdminSessionItem = Answer<'get', '/sessions'>['items'][number];

export type Webhook = Answer<'get', '/webhooks/{endpointId}'>;
export type EventType = Answer<'get', '/webhooks'>['types'][number];
export type NewWebhookResponse = Answer<'post', '/webhooks'>;
export type WebhookTest = Answer<'post', '/webhooks/{endpointId}/test'>;
export type Delivery = Answer<'get', '/webhooks/{endpointId}/deliveries'>['items'][number];
export type Attempt = Answer<'get', '/webhooks/{endpointId}/attempts'>['items'][number];
