import { Button } from '@fluentui/react-components';

/** What can be done with one row of a table: the row's name is told to those who do not see where it stands. */
export function RowButton({
  action,
  of,
  onClick,
  disabled = false,
}: {
  action: string;
  of: string;
  onClick: () => void;
  disabled?: boolean;
}) {
  return (
    <Button
      size="small"
      appearance="subtle"
      className="row-button"
      aria-label={`${action} ${of}`}
      disabledFocusable={disabled}
      onClick={onClick}
    >
      {action}
    </Button>
  );
}
