// The dialogs of existing groups, which are loaded when they are first opened.
import { late } from '../../../components/late.tsx';

export const EditGroup = late(async () => (await import('./group-dialogs.tsx')).EditGroup);
export const HandOverGroup = late(async () => (await import('./group-dialogs.tsx')).HandOverGroup);
export const ActOnGroup = late(async () => (await import('./group-dialogs.tsx')).ActOnGroup);
export const DeleteGroup = late(async () => (await import('./group-dialogs.tsx')).DeleteGroup);
export const AddPeople = late(async () => (await import('./member-dialogs.tsx')).AddPeople);
export const ChangeMember = late(async () => (await import('./member-dialogs.tsx')).ChangeMember);
export const BulkDialog = late(async () => (await import('./bulk-dialogs.tsx')).BulkDialog);
export const UndoBatch = late(async () => (await import('./undo-batch.tsx')).UndoBatch);
export const UndoSelected = late(async () => (await import('./undo-batch.tsx')).UndoSelected);

export const Renew = late(async () => (await import('./lifecycle-dialogs.tsx')).Renew);
export const Hold = late(async () => (await import('./lifecycle-dialogs.tsx')).Hold);
export const Release = late(async () => (await import('./lifecycle-dialogs.tsx')).Release);
export const PersonHandover = late(
  async () => (await import('./person-handover.tsx')).PersonHandover,
);
