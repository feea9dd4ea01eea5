import { TextField } from '../../../parts/fields/fields.tsx'
import { randomPassword } from './random-secret.ts'

const SHORTEST = 12
const LONGEST = 1024

/** Why a text is no password; `undefined` for passwords. The service has the same rule. */
export const passwordProblem = (text: string): string | undefined =>
  text.length < SHORTEST
    ? `A password has at least ${SHORTEST} characters.`
    : text.length > LONGEST
      ? `A password has at most ${LONGEST} characters.`
      : undefined

interface PasswordFieldProps {
  readonly label: string
  readonly value: string
  /** Whether problems are shown: after the first attempt to save it. */
  readonly isSent: boolean
  onInput(value: string): void
}

/** A password that an admin sets for somebody else: generated, or typed in sight. */
export const PasswordField = ({ label, value, isSent, onInput }: PasswordFieldProps) => (
  <TextField
    label={label}
    mono
    stacked
    autocomplete="off"
    value={value}
    hint="Generated on this page. You can type another one."
    problem={isSent ? passwordProblem(value) : undefined}
    onInput={onInput}
    after={
      <button type="button" onClick={() => onInput(randomPassword())}>
        Generate
      </button>
    }
  />
)
