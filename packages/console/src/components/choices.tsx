// A group of check boxes, of which any number may be chosen.
import { Checkbox } from '@fluentui/react-checkbox';
import type { FieldOf } from './use-form.ts';

export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  /** The meaning of the choice, in a few words. */
  readonly meaning?: string;
}

export function Choices<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  fault,
}: FieldOf<readonly Value[]> & {
  readonly legend: string;
  readonly choices: readonly Choice<Value>[];
}) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          label={
            choice.meaning === undefined ? (
              choice.label
            ) : (
              <>
                {choice.label} <span className="meaning">{choice.meaning}</span>
              </>
            )
          }
          checked={value.includes(choice.value)}
          onChange={(_event, { checked }) =>
            onChange(
              checked === true
                ? [...value, choice.value]
                : value.filter((one) => one !== choice.value),
            )
          }
        />
      ))}
      {fault === undefined ? null : (
        <p role="alert" className="status bad said">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
