import type { TraceNode } from '@signalbox/core/evaluate'
import { useRef } from 'preact/hooks'
import { contextAtHand, instantAtHand } from '../../../context-at-hand.ts'
import { decideHere } from '../../../evaluation/here.ts'
import { JsonText } from '../../../parts/JsonText.tsx'
import { withItem, withMoved } from '../../condition/conditions.ts'
import type { FormProps, ParametersOf } from '../strategies/strategy.ts'
import { RuleCard } from './RuleCard.tsx'
import type { Rule, RuleTrace } from './rule-trace.ts'
import './rules.css'

/** The form of `RULES`: ordered rules, the first of which that is true decides. */
export function RulesEditor({ feature, onChange, problems }: FormProps<'RULES'>) {
  const { rules, otherwise = false } = feature.parameters
  const list = useRef<HTMLOListElement>(null)
  const traces = tracesOf(feature)
  const set = (next: readonly Rule[], step?: string) =>
    onChange({ ...feature.parameters, rules: next } as ParametersOf<'RULES'>, step)
  const move = (at: number, by: -1 | 1) => {
    const next = withMoved(rules, at, by)
    if (next === rules) return
    set(next)
    requestAnimationFrame(() => {
      list.current?.querySelectorAll<HTMLElement>('.rule')[at + by]?.focus()
    })
  }
  const isDecided = traces?.some(({ outcome }) => outcome === true) ?? false
  return (
    <>
      <ol class="rules" ref={list}>
        {rules.map((rule, at) => (
          <RuleCard
            key={at}
            rule={rule}
            place={{ at, count: rules.length }}
            trace={traces?.[at]}
            problems={problems}
            onChange={(next, step) => set(withItem(rules, at, next), step)}
            onMove={(by) => move(at, by)}
          />
        ))}
      </ol>
      <div class="bar rules-end">
        <button type="button" onClick={() => set([...rules, {}])}>
          Add a rule
        </button>
        <label class="inline-field">
          Otherwise
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
      </div>
      {rules.length > 1 && (
        <p class="muted">
          {new Set(rules.map(({ salt, hash }) => `${hash} ${salt}`)).size === 1
            ? 'Moving a rule moves nobody between buckets: a client has one bucket in all rules.'
            : 'Rules with another salt or hash have buckets of their own.'}
        </p>
      )}
      <details class="more-settings">
        <summary>As JSON</summary>
        <JsonText
          stacked
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
