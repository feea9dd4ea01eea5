import type { ComponentChildren } from 'preact'
import type { RuleNode } from '../../evaluation/rule-node.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { AddCondition, ConditionEditor } from '../condition/ConditionEditor.tsx'
import { addsItself, joined } from '../condition/conditions.ts'
import { Outcome } from '../condition/Outcome.tsx'
import { withMembers } from '../record/members.ts'
import type { AnyRule } from './any-rule.ts'
import './rules.css'

/** What every rule of a list gets. */
export interface RuleProps<R extends AnyRule> {
  readonly rule: R
  /** Where it is in the list. */
  readonly place: {
    readonly at: number
    readonly count: number
    /** Whether it is for everyone whom no rule before it is for. */
    readonly isRest: boolean
  }
  /** Replaces the rule; `undefined` removes it. */
  onChange(next: R | undefined, step?: string): void
  onMove(by: -1 | 1): void
}

interface RuleCardProps<R extends AnyRule> extends RuleProps<R> {
  /** The JSON Pointer of the rule. */
  readonly pointer: string
  /** How it was decided for the context at hand; `undefined` while that is not known. */
  readonly node: RuleNode | undefined
  /** The sentences of the service by JSON Pointer. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** What stands beside the button for conditions. */
  readonly end?: ComponentChildren
  /** What the clients of the rule get. */
  readonly children?: ComponentChildren
}

/** One rule of a list: its name, whom it is for and its outcome. `Alt ↑` and `Alt ↓` move it. */
export function RuleCard<R extends AnyRule>(props: RuleCardProps<R>) {
  const { rule, place, pointer, node, problems, onChange, onMove, end, children } = props
  const { name, when } = rule
  const { at, count, isRest } = place
  const label = `Rule ${at + 1}`
  const set = (members: Partial<Record<keyof AnyRule, unknown>>, step?: string) =>
    onChange(withMembers(rule, members), step && `${pointer}/${step}`)
  const own = Object.entries(problems).flatMap(([place, sentences]) =>
    place === pointer || (place.startsWith(`${pointer}/`) && !isShownInside(place.slice(pointer.length)))
      ? sentences
      : [],
  )
  return (
    <li
      class="rule"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onMove(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <div class="rule-head">
        <span class="rule-number" aria-hidden="true">
          {at + 1}
        </span>
        <input
          type="text"
          dir="auto"
          aria-label={`Name of rule ${at + 1}`}
          placeholder={isRest ? 'Everyone else' : label}
          value={name ?? ''}
          onInput={({ currentTarget: { value } }) => set({ name: value === '' ? undefined : value }, 'name')}
        />
        <Outcome node={node} />
        <button
          type="button"
          class="quiet"
          aria-label={`Move rule ${at + 1} up`}
          disabled={at === 0}
          title="Alt ↑"
          onClick={() => onMove(-1)}
        >
          ↑
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={`Move rule ${at + 1} down`}
          disabled={at === count - 1}
          title="Alt ↓"
          onClick={() => onMove(1)}
        >
          ↓
        </button>
        <button
          type="button"
          class="quiet icon-only"
          aria-label={`Remove rule ${at + 1}`}
          onClick={() => onChange(undefined)}
        >
          <Icon name="trash-2" />
        </button>
      </div>
      {when === undefined ? (
        <p class="muted">{isRest && at > 0 ? 'Everyone that no rule above matches.' : 'For everyone.'}</p>
      ) : (
        <ConditionEditor
          condition={when}
          node={node?.when}
          pointer={`${pointer}/when`}
          problems={problems}
          onChange={(next, step) => set({ when: next }, step)}
        />
      )}
      <div class="rule-end">
        {!addsItself(when) && <AddCondition onAdd={(next) => set({ when: joined(when, next) })} />}
        {end}
      </div>
      {children}
      {own.map((sentence) => (
        <p key={sentence} class="problem-line">
          {sentence}
        </p>
      ))}
    </li>
  )
}

/** Whether the editor of a member shows the sentences about it. The pointer is relative to the rule. */
const isShownInside = (pointer: string): boolean => /^\/(when|value|split\/\d+\/value)(\/|$)/.test(pointer)
