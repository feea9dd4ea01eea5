import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { withItem, withMoved } from '../condition/conditions.ts'
import type { AnyRule } from './any-rule.ts'
import type { RuleProps } from './RuleCard.tsx'
import './rules.css'

interface RuleListProps<R extends AnyRule> {
  readonly rules: readonly R[]
  onChange(next: readonly R[], step?: string): void
  /** A new rule, for the button that adds one. */
  blank(): R
  /** Whether a rule is for everyone else, when it is the last: rules are added before it. */
  isLast(rule: R): boolean
  /** Draws a rule. */
  card(props: RuleProps<R>): ComponentChildren
  /** What happens to those whom no rule is for. Not shown after a rule for everyone else. */
  readonly otherwise: ComponentChildren
}

/** Rules in order, the first of which that is true decides. */
export function RuleList<R extends AnyRule>({ rules, onChange, blank, isLast, card, otherwise }: RuleListProps<R>) {
  const list = useRef<HTMLOListElement>(null)
  const cards = () => list.current?.querySelectorAll<HTMLElement>('.rule')
  const last = rules.at(-1)
  const rest = last !== undefined && isLast(last) ? [last] : []
  const ruled = rules.slice(0, rules.length - rest.length)
  const move = (at: number, by: -1 | 1) => {
    const next = withMoved(rules, at, by)
    if (next === rules) return
    onChange(next)
    requestAnimationFrame(() => {
      cards()?.[at + by]?.focus()
    })
  }
  return (
    <>
      <ol class="rules" ref={list}>
        {rules.map((rule, at) =>
          card({
            rule,
            place: { at, count: rules.length, isRest: at === ruled.length },
            onChange: (next, step) => {
              onChange(withItem(rules, at, next), step)
              if (!next) keepFocus(() => [...(cards() ?? [])].at(Math.min(at, rules.length - 2)))
            },
            onMove: (by) => move(at, by),
          }),
        )}
      </ol>
      <div class="bar rules-end">
        <button type="button" onClick={() => onChange([...ruled, blank(), ...rest])}>
          Add a rule
        </button>
        {rest.length === 0 && otherwise}
      </div>
    </>
  )
}
