import { Icon } from '../../../parts/Icon.tsx'
import { NumberInput } from '../../../parts/NumberInput.tsx'
import { count } from '../../../words.ts'
import { AddCondition, ConditionEditor } from '../../condition/ConditionEditor.tsx'
import { joined } from '../../condition/conditions.ts'
import { Outcome } from '../../condition/Outcome.tsx'
import { withMembers } from '../../record/members.ts'
import type { Rule, RuleTrace } from './rule-trace.ts'

interface RuleCardProps {
  readonly rule: Rule
  /** Where it is in the list. */
  readonly place: { readonly at: number; readonly count: number }
  readonly trace: RuleTrace | undefined
  /** The sentences of the service by JSON Pointer. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Replaces the rule; `undefined` removes it. */
  onChange(next: Rule | undefined, step?: string): void
  onMove(by: -1 | 1): void
}

/** One rule: whom it is for, and what share of them gets what. */
export function RuleCard({ rule, place: { at, count: total }, trace, problems, onChange, onMove }: RuleCardProps) {
  const { name, when, percentage = 100, by, hash, active = true } = rule
  const pointer = `/parameters/rules/${at}`
  const label = `Rule ${at + 1}`
  const set = (members: Partial<Record<keyof Rule, unknown>>, step?: string) =>
    onChange(withMembers(rule, members), step && `${pointer}/${step}`)
  const own = Object.entries(problems).flatMap(([place, sentences]) =>
    place.startsWith(`${pointer}/`) && !place.startsWith(`${pointer}/when`) ? sentences : [],
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
          placeholder={label}
          value={name ?? ''}
          onInput={({ currentTarget: { value } }) => set({ name: value === '' ? undefined : value }, 'name')}
        />
        <Outcome node={trace} />
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
          disabled={at === total - 1}
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
        <p class="muted">For everybody.</p>
      ) : (
        <ConditionEditor
          condition={when}
          node={trace?.when}
          pointer={`${pointer}/when`}
          problems={problems}
          onChange={(next, step) => set({ when: next }, step)}
        />
      )}
      <div class="rule-end">
        <AddCondition
          label={when === undefined ? 'Add a condition' : 'And…'}
          onAdd={(next) => set({ when: joined(when, next) })}
        />
        <span class="rule-share">
          <NumberInput
            label={`Share of rule ${at + 1} in percent`}
            value={percentage}
            min={0}
            max={100}
            onChange={(next) => set({ percentage: next === 100 ? undefined : next }, 'percentage')}
          />
          <span>% of them, by</span>
          <input
            type="text"
            class="key"
            aria-label={`Attribute for the share of rule ${at + 1}`}
            placeholder="id"
            value={by ?? ''}
            onInput={({ currentTarget: { value } }) => set({ by: value === '' ? undefined : value }, 'by')}
          />
          <select
            aria-label={`What rule ${at + 1} does`}
            value={String(active)}
            onChange={({ currentTarget: { value } }) => set({ active: value === 'true' ? undefined : false })}
          >
            <option value="true">get it</option>
            <option value="false">do not get it</option>
          </select>
        </span>
      </div>
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
          Bucket {count(trace.share.bucket)} of {count(trace.share.of)} {trace.share.outcome ? 'lies' : 'does not lie'}{' '}
          below {count(trace.share.bound)}: this client {trace.share.outcome ? 'is in the share' : 'stays out'}.
        </p>
      )}
      {own.map((sentence) => (
        <p key={sentence} class="problem-line">
          {sentence}
        </p>
      ))}
    </li>
  )
}
