// A group of check boxes, of which any number may be chosen.
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
        <label key={choice.value} className="choice">
          <input
            type="checkbox"
            checked={value.includes(choice.value)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? [...value, choice.value]
                  : value.filter((one) => one !== choice.value),
              )
            }
          />
          <span>
            {choice.label}
            {choice.meaning === undefined ? null : (
              <>
                {' '}
                <span className="meaning">{choice.meaning}</span>
              </>
            )}
          </span>
        </label>
      ))}
      {fault === undefined ? null : (
        <p role="alert" className="status bad said">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
