// The actions on one row of a table or on one card: the first as a button, the others behind “…”. A single action has
// no menu.
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { grid } from '../messages/grid.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Popup } from './popup.tsx';
import { RowButton } from './row-button.tsx';

export interface RowAction {
  readonly label: string;
  /** The row, as it completes the label for screen readers. */
  readonly of: string;
  /** The label with the row, where the row does not follow it. */
  readonly whole?: string;
  readonly act: () => void;
  readonly isDisabled?: boolean;
}

export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const [first, ...others] = actions;
  if (first === undefined) return null;
  return (
    <span className="row-actions">
      <RowButton
        action={first.label}
        of={first.of}
        disabled={first.isDisabled ?? false}
        onClick={first.act}
      />
      {others.length === 0 ? null : <MoreActions name={name} actions={others} />}
    </span>
  );
}

/** @param props.name the name of the row, for the menu */
export function MoreActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const t = useMessages(grid);
  return (
    <Popup label={t('actionsFor', { name })} icon={<MoreHorizontalRegular />} size="small">
      {(close) =>
        actions.map(({ label, of, whole, act }) => (
          <button
            key={label}
            type="button"
            aria-label={whole ?? `${label} ${of}`}
            onClick={() => {
              close();
              act();
            }}
          >
            {label}
          </button>
        ))
      }
    </Popup>
  );
}
