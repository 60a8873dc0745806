// The dialog that saves the filters and columns of a list under a name.
import { FormDialog } from '../../../components/form-dialog.tsx';
import { notify } from '../../../components/notify.ts';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { changes } from '../../../messages/changes.ts';
import { grid } from '../../../messages/grid.ts';
import { useMessages } from '../../../messages/use-messages.ts';

export function SaveView({ close, save }: { close: () => void; save: (name: string) => void }) {
  const told = useMessages(changes);
  const g = useMessages(grid);
  const form = useForm({
    initial: { name: '' },
    send: async ({ name }) => {
      if (name.trim() === '') return;
      save(name.trim());
      notify(told('viewSaved', { name: name.trim() }));
    },
    done: close,
  });
  return (
    <FormDialog title={g('saveViewTitle')} submit={g('saveViewTitle')} {...form} close={close}>
      <TextField
        label={g('viewName')}
        hint={g('viewHint')}
        {...form.field('name')}
        required
        autoFocus
      />
    </FormDialog>
  );
}
