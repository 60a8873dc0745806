// The dialogs of groups and tasks, which are loaded when they are first opened.
import { late } from '../components/late.tsx';

export const NewGroup = late(async () => (await import('./group-request/new-group.tsx')).NewGroup);
export const ImportGroups = late(
  async () => (await import('./group-import/import-groups.tsx')).ImportGroups,
);
export const EditAndRetry = late(
  async () => (await import('./group-request/edit-and-retry.tsx')).EditAndRetry,
);
export const TryTemplate = late(async () => (await import('./try-template.tsx')).TryTemplate);
export const RequestsDialog = late(
  async () => (await import('./bulk-requests.tsx')).RequestsDialog,
);

export const EditGroup = late(async () => (await import('./group-dialogs.tsx')).EditGroup);
export const HandOverGroup = late(async () => (await import('./group-dialogs.tsx')).HandOverGroup);
export const ActOnGroup = late(async () => (await import('./group-dialogs.tsx')).ActOnGroup);
export const DeleteGroup = late(async () => (await import('./group-dialogs.tsx')).DeleteGroup);
export const BulkDialog = late(async () => (await import('./bulk-dialogs.tsx')).BulkDialog);

export const Renew = late(async () => (await import('./lifecycle-dialogs.tsx')).Renew);
export const Hold = late(async () => (await import('./lifecycle-dialogs.tsx')).Hold);
export const Release = late(async () => (await import('./lifecycle-dialogs.tsx')).Release);
export const BulkLifecycle = late(async () => (await import('./bulk-lifecycle.tsx')).BulkLifecycle);

export const DecideTask = late(async () => (await import('./decide-task.tsx')).DecideTask);
export const RequestReview = late(async () => (await import('./request-review.tsx')).RequestReview);

export const SaveView = late(async () => (await import('./save-view.tsx')).SaveView);
