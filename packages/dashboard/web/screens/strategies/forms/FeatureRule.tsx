import { NumberInput } from '../../../parts/fields/NumberInput.tsx'
import { withMembers } from '../../record/members.ts'
import { RuleCard, type RuleProps } from '../../targeting/RuleCard.tsx'
import { bucketWords } from '../percentage.ts'
import type { Rule, RuleTrace } from './rule-trace.ts'

interface FeatureRuleProps extends RuleProps<Rule> {
  readonly trace: RuleTrace | undefined
  /** The sentences of the service by JSON Pointer. */
  readonly problems: Readonly<Record<string, readonly string[]>>
}

/** One rule of a feature: whom it is for, and what share of them gets what. */
export function FeatureRule({ trace, problems, ...props }: FeatureRuleProps) {
  const { rule, place, onChange } = props
  const { percentage = 100, by, hash, active = true } = rule
  const number = place.at + 1
  const pointer = `/parameters/rules/${place.at}`
  const set = (members: Partial<Record<keyof Rule, unknown>>, step?: string) =>
    onChange(withMembers(rule, members), step && `${pointer}/${step}`)
  const share = (
    <span class="rule-share">
      <NumberInput
        label={`Share of rule ${number} in percent`}
        value={percentage}
        min={0}
        max={100}
        onChange={(next) => set({ percentage: next === 100 ? undefined : next }, 'percentage')}
      />
      <span>% of them, by</span>
      <input
        type="text"
        class="key"
        aria-label={`Attribute for the share of rule ${number}`}
        placeholder="id"
        value={by ?? ''}
        onInput={({ currentTarget: { value } }) => set({ by: value === '' ? undefined : value }, 'by')}
      />
      <select
        aria-label={`What rule ${number} does`}
        value={String(active)}
        onChange={({ currentTarget: { value } }) => set({ active: value === 'true' ? undefined : false })}
      >
        <option value="true">get it</option>
        <option value="false">don’t get it</option>
      </select>
    </span>
  )
  return (
    <RuleCard {...props} pointer={pointer} node={trace} problems={problems} end={share}>
      {hash === 'unleash' && (
        <p class="muted">
          This share selects the clients that Unleash selects, so that nobody changes sides.{' '}
          <button type="button" class="quiet" onClick={() => set({ hash: undefined })}>
            Select by Signalbox
          </button>
        </p>
      )}
      {trace?.share?.bucket !== undefined && (
        <p class="muted">
          {bucketWords({ ...trace.share, bucket: trace.share.bucket, isIn: trace.share.outcome === true })}.
        </p>
      )}
    </RuleCard>
  )
}
