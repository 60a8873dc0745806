// The dialogs of groups and tasks, which are loaded when they are first opened.
import { late } from '../components/late.tsx';

export const NewGroup = late(async () => (await import('./groups/request/new-group.tsx')).NewGroup);
export const ImportGroups = late(
  async () => (await import('./groups/import/import-groups.tsx')).ImportGroups,
);
export const EditAndRetry = late(
  async () => (await import('./groups/request/edit-and-retry.tsx')).EditAndRetry,
);
export const TryTemplate = late(
  async () => (await import('./templates/try-template.tsx')).TryTemplate,
);
export const RequestsDialog = late(
  async () => (await import('./groups/list/bulk-requests.tsx')).RequestsDialog,
);

export const EditGroup = late(
  async () => (await import('./groups/group/group-dialogs.tsx')).EditGroup,
);
export const HandOverGroup = late(
  async () => (await import('./groups/group/group-dialogs.tsx')).HandOverGroup,
);
export const ActOnGroup = late(
  async () => (await import('./groups/group/group-dialogs.tsx')).ActOnGroup,
);
export const DeleteGroup = late(
  async () => (await import('./groups/group/group-dialogs.tsx')).DeleteGroup,
);
export const BulkDialog = late(
  async () => (await import('./groups/list/bulk-dialogs.tsx')).BulkDialog,
);

export const Renew = late(async () => (await import('./to-do/lifecycle-dialogs.tsx')).Renew);
export const Hold = late(async () => (await import('./to-do/lifecycle-dialogs.tsx')).Hold);
export const Release = late(async () => (await import('./to-do/lifecycle-dialogs.tsx')).Release);
export const BulkLifecycle = late(
  async () => (await import('./to-do/bulk-lifecycle.tsx')).BulkLifecycle,
);

export const DecideTask = late(async () => (await import('./to-do/decide-task.tsx')).DecideTask);
export const RequestReview = late(
  async () => (await import('./to-do/request-review.tsx')).RequestReview,
);

export const SaveView = late(async () => (await import('./groups/list/save-view.tsx')).SaveView);
