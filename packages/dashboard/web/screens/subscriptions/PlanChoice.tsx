import { useId } from 'preact/hooks'
import { modeWords, type Plan } from '../api/plans/mode-words.ts'
import { quotaWords } from '../api/plans/quota-words.ts'

interface PlanChoiceProps {
  readonly plans: readonly Plan[]
  readonly value: string
  readonly problem?: string | undefined
  onChange(plan: string): void
}

/** The plans that take subscriptions, each with what its consumers need. */
export function PlanChoice({ plans, value, problem, onChange }: PlanChoiceProps) {
  const name = useId()
  if (plans.length === 0) return null
  return (
    <fieldset class="plan-choice" aria-describedby={problem === undefined ? undefined : `${name}-problem`}>
      <legend>Plan</legend>
      {plans.map((plan) => (
        <label key={plan.id}>
          <input type="radio" name={name} checked={plan.id === value} onChange={() => onChange(plan.id)} />
          <span>
            <b>{plan.name ?? plan.id}</b>{' '}
            {plan.name !== undefined && plan.name !== plan.id && <span class="key muted">{plan.id}</span>}
            <span class="muted means">{meansOf(plan)}</span>
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p class="problem-line" id={`${name}-problem`}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** What a plan asks of consumers, and what it limits. */
function meansOf({ access_mode_configuration_type: mode, access_mode_configuration = {} }: Plan): string {
  const quota = quotaWords((access_mode_configuration as { readonly quota?: object }).quota)
  return `${modeWords[mode].consumer}${quota === undefined ? '' : ` At most ${quota}.`}`
}
