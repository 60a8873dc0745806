import { Button } from '@fluentui/react-button';

/** An action on one row of a table. Screen readers also get the name of the row. */
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
