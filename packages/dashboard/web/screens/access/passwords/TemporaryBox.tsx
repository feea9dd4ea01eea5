interface TemporaryBoxProps {
  readonly isSet: boolean
  onChange(isSet: boolean): void
}

/** Whether a user must replace the password that an admin has set. */
export const TemporaryBox = ({ isSet, onChange }: TemporaryBoxProps) => (
  <label class="check-line">
    <input type="checkbox" checked={isSet} onChange={({ currentTarget: { checked } }) => onChange(checked)} />
    Temporary: the user must choose another one after signing in
  </label>
)
