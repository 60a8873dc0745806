// What the admin API takes and answers, from the schemas of the service: types only, nothing declared twice.
import type { Static } from 'typebox';
import type { ActivityPage, ActivityProof } from '../../../service/src/admin/activity.schema.ts';
import type { AdministratorItem } from '../../../service/src/admin/administrators.routes.ts';
import type {
  AdminApiKey,
  AdminApiKeyPage,
  NewSecret,
} from '../../../service/src/admin/api-keys.schema.ts';
import type {
  ConnectionTest,
  DirectoryAnswer,
} from '../../../service/src/admin/directory.schema.ts';
import type {
  Group,
  GroupPage,
  GroupPeoplePage,
  GroupStatus,
  GroupSummary,
} from '../../../service/src/admin/groups.schema.ts';
import type {
  AdminOrganisation,
  AdminOrganisationPage,
  AdminTemplate,
  NamingPreview,
} from '../../../service/src/admin/organisations.schema.ts';
import type { OverviewAnswer } from '../../../service/src/admin/overview.routes.ts';
import type {
  DirectoryGroupPage,
  Person,
  PersonPage,
} from '../../../service/src/admin/sandbox.schema.ts';
import type { SignedIn, SignInOptions } from '../../../service/src/admin/sign-in.schema.ts';
import type {
  AdminAttemptPage,
  AdminDeliveryPage,
  AdminWebhook,
  AdminWebhookPage,
  NewWebhookKey,
  TestAnswer,
} from '../../../service/src/admin/webhooks.schema.ts';

export type Webhook = Static<typeof AdminWebhook>;
export type WebhookList = Static<typeof AdminWebhookPage>;
export type NewWebhookAnswer = Static<typeof NewWebhookKey>;
export type WebhookTest = Static<typeof TestAnswer>;
export type DeliveryList = Static<typeof AdminDeliveryPage>;
export type AttemptList = Static<typeof AdminAttemptPage>;
export type Session = Static<typeof SignedIn>;
export type SignInWays = Static<typeof SignInOptions>;
export type ApiKeyItem = Static<typeof AdminApiKey>;
export type ApiKeyList = Static<typeof AdminApiKeyPage>;
export type NewSecretAnswer = Static<typeof NewSecret>;
export type OrganisationItem = Static<typeof AdminOrganisation>;
export type OrganisationList = Static<typeof AdminOrganisationPage>;
export type TemplateItem = Static<typeof AdminTemplate>;
export type NamingPreviewAnswer = Static<typeof NamingPreview>;
export type GroupItem = Static<typeof GroupSummary>;
export type GroupList = Static<typeof GroupPage>;
export type GroupDetail = Static<typeof Group>;
export type GroupProgress = Static<typeof GroupStatus>;
export type GroupPeople = Static<typeof GroupPeoplePage>;
export type DirectoryState = Static<typeof DirectoryAnswer>;
export type ConnectionTestAnswer = Static<typeof ConnectionTest>;
export type PersonItem = Static<typeof Person>;
export type PersonList = Static<typeof PersonPage>;
export type DirectoryGroupList = Static<typeof DirectoryGroupPage>;
export type ActivityList = Static<typeof ActivityPage>;
export type ActivityItem = ActivityList['items'][number];
export type ActivityProofAnswer = Static<typeof ActivityProof>;
export type OverviewState = OverviewAnswer;
export type AdministratorEntry = AdministratorItem;
export interface AdministratorList {
  readonly items: readonly AdministratorEntry[];
  readonly total: number;
}
