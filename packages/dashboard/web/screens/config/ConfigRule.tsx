import type { Config } from '@signalbox/core/contract'
import type { Arm, ConfigRule as Rule } from '@signalbox/core/evaluate'
import type { RuleNode } from '../../evaluation/rule-node.ts'
import { Segmented } from '../../parts/fields/Segmented.tsx'
import { problemsBelow, withMembers } from '../record/members.ts'
import { RuleCard, type RuleProps } from '../targeting/RuleCard.tsx'
import { SplitEditor } from './SplitEditor.tsx'
import { ValueEditor } from './value/ValueEditor.tsx'

interface ConfigRuleProps extends RuleProps<Rule> {
  readonly config: Config
  readonly node: RuleNode | undefined
  /** The sentences of the service by JSON Pointer. */
  readonly problems: Readonly<Record<string, readonly string[]>>
}

const forms = [
  { value: 'value', label: 'One value' },
  { value: 'split', label: 'A split' },
] as const

/** One rule of a config: whom it is for, and the value that they get, or the values between which they are split. */
export function ConfigRule({ config, node, problems, ...props }: ConfigRuleProps) {
  const { rule, place, onChange } = props
  const number = place.at + 1
  const pointer = `/rules/${place.at}`
  const form = 'split' in rule ? 'split' : 'value'
  const set = (members: object, step?: string) => onChange(withMembers(rule, members), step)
  return (
    <RuleCard
      {...props}
      pointer={pointer}
      node={node}
      problems={problems}
      end={
        <Segmented
          label={`What rule ${number} gives`}
          choices={forms}
          value={form}
          onChange={(next) => next !== form && onChange(next === 'split' ? splitOf(rule) : unsplit(rule))}
        />
      }
    >
      {'split' in rule ? (
        <SplitEditor rule={rule} config={config} number={number} pointer={pointer} problems={problems} onChange={set} />
      ) : (
        <ValueEditor
          label={`Value of rule ${number}`}
          lead="They read"
          pointer={`${pointer}/value`}
          value={rule.value}
          type={config.type}
          problems={problemsBelow(problems, `${pointer}/value`)}
          rows={[2, 10]}
          onChange={(next, step) => set({ value: next }, step)}
        />
      )}
    </RuleCard>
  )
}

/** The rule with a split of two halves, both of which have its value. */
function splitOf({ name, when, ...rest }: Rule): Rule {
  const value = 'value' in rest ? rest.value : null
  const half = (arm: string): Arm => ({ name: arm, weight: 50, value })
  return withMembers({ name, when, split: [half('A'), half('B')] }, {}) as Rule
}

/** The rule with the value of the first part of its split. */
function unsplit({ name, when, ...rest }: Rule): Rule {
  const value = 'split' in rest ? (rest.split[0]?.value ?? null) : rest.value
  return withMembers({ name, when, value }, {}) as Rule
}
