import { everyEventType } from '../../log/change-types.ts'
import { eventDomains, nouns } from '../../log/domains.ts'
import { Chips } from '../../parts/fields/Chips.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { type Scope, scopeWords } from './scope-sentence.ts'
import './webhook.css'

interface ScopeFieldsProps {
  readonly scope: Scope
  problemsOf(pointer: string): readonly string[]
  onChange(next: Scope, step?: string): void
}

/** Chooses which events a webhook receives: domains, ids and types of events. */
export function ScopeFields({ scope, problemsOf, onChange }: ScopeFieldsProps) {
  const { domains = [], patterns = [], types = [] } = scope
  const { text, isEverything } = scopeWords(scope)
  return (
    <>
      <fieldset class="hook-domains">
        <legend>Domains</legend>
        {eventDomains.map((domain) => (
          <label key={domain} class="check">
            <input
              type="checkbox"
              checked={domains.includes(domain)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  domains: eventDomains.filter((one) => (one === domain ? checked : domains.includes(one))),
                })
              }
            />
            {nouns[domain][1]}
          </label>
        ))}
        <p class="muted">Leave all unchecked to include everything, including domains added later.</p>
      </fieldset>
      <Chips
        label="Patterns"
        noun="pattern"
        values={patterns}
        hint="shop:* matches every id that begins with shop:, and !shop:test excludes that id. Without a pattern: all ids."
        placeholder="shop:*"
        problem={problemsOf('/patterns')}
        onChange={(next) => onChange({ patterns: next })}
      />
      <Chips
        label="Event types"
        noun="type"
        values={types}
        hint="Without a type: all types."
        placeholder="FEATURE_UPDATED"
        problem={problemsOf('/types')}
        offers={everyEventType}
        onChange={(next) => onChange({ types: next })}
      />
      <p role="status" class="hook-scope">
        It receives {isEverything ? <Aspect is="caution">{text}</Aspect> : <b>{text}</b>}
      </p>
    </>
  )
}
