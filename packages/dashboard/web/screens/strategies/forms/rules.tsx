import type { TraceNode } from '@signalbox/core/evaluate'
import { decideHere } from '../../../evaluation/here.ts'
import { JsonCode } from '../../../parts/json/JsonCode.tsx'
import { contextAtHand, instantAtHand } from '../../../preferences/context-at-hand.ts'
import { RuleList } from '../../targeting/RuleList.tsx'
import { isRollout } from '../rules-after.ts'
import type { FormProps, ParametersOf } from '../strategy.ts'
import { FeatureRule } from './FeatureRule.tsx'
import type { Rule, RuleTrace } from './rule-trace.ts'

/** The form of `RULES`: ordered rules, the first of which that is true decides. */
export function Form({ feature, onChange, problems }: FormProps<'RULES'>) {
  const { rules, otherwise = false } = feature.parameters
  const traces = tracesOf(feature)
  const set = (next: readonly Rule[], step?: string) =>
    onChange({ ...feature.parameters, rules: next } as ParametersOf<'RULES'>, step)
  const isDecided = traces?.some(({ outcome }) => outcome === true) ?? false
  return (
    <>
      <RuleList<Rule>
        rules={rules}
        onChange={set}
        blank={() => ({})}
        isLast={isRollout}
        card={(props) => (
          <FeatureRule key={props.place.at} {...props} trace={traces?.[props.place.at]} problems={problems} />
        )}
        otherwise={
          <>
            <label class="inline-field">
              Everyone else
              <select
                value={String(otherwise)}
                onChange={({ currentTarget: { value } }) => {
                  const { otherwise: _, ...rest } = feature.parameters
                  onChange((value === 'true' ? { ...rest, otherwise: true } : rest) as ParametersOf<'RULES'>)
                }}
              >
                <option value="false">not active</option>
                <option value="true">active</option>
              </select>
            </label>
            {traces && <span class="muted">{isDecided ? 'not reached' : 'decides here'}</span>}
          </>
        }
      />
      {rules.length > 1 && (
        <p class="muted">
          {new Set(rules.map(({ salt, hash }) => `${hash} ${salt}`)).size === 1
            ? 'Reordering rules keeps everyone in their bucket.'
            : 'Rules with another salt or hash use different buckets.'}
        </p>
      )}
      <details class="more-settings">
        <summary>As JSON</summary>
        <JsonCode
          pointer="/parameters"
          label="Rules as JSON"
          value={feature.parameters}
          problems={problems['/parameters'] ?? []}
          onChange={(next, step) => onChange((next ?? { rules: [] }) as ParametersOf<'RULES'>, step)}
        />
      </details>
    </>
  )
}

/** How each rule is decided for the context at hand; `undefined` while that is not known. */
function tracesOf(feature: FormProps<'RULES'>['feature']): readonly RuleTrace[] | undefined {
  const read = contextAtHand.value
  if (!('context' in read)) return undefined
  const decision = decideHere({ ...feature, enabled: true }, read.context, instantAtHand.value)
  if (decision.state !== 'decided') return undefined
  return decision.explanation.trace as readonly (RuleTrace & { readonly when?: TraceNode })[] | undefined
}
