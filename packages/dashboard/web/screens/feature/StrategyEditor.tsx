import type { Feature } from '@signalbox/core/contract'
import { serviceNow } from '../../calls/clock.ts'
import { editing } from '../../records/drafts.ts'
import { strategies, viewOf } from '../strategies/index.ts'
import { ReadOnlyStrategy } from '../strategies/ReadOnlyStrategy.tsx'
import type { StrategyName } from '../strategies/strategy.ts'
import { type Typed, withStrategy } from '../strategies/switching.ts'

interface StrategyEditorProps {
  readonly draft: Feature
  readonly saved: Feature | undefined
  readonly problems: Readonly<Record<string, readonly string[]>>
  onEdit(next: Feature, step?: string): void
}

/** The strategies by name, with what they are called. Rules are first: they can say all that the others say but scripts. */
const choices = Object.entries(strategies)
  .map(([name, { label }]) => [name as StrategyName, label] as const)
  .sort(([one], [other]) => Number(other === 'RULES') - Number(one === 'RULES'))

/** What was typed for each strategy, by draft, for as long as the page keeps the draft. */
const remembered = new WeakMap<object, Typed>()

function typedFor(id: string): Typed {
  const draft = editing('features', id)
  const known = remembered.get(draft) ?? new Map()
  remembered.set(draft, known)
  return known
}

/** Chooses the strategy of a feature and edits its parameters. */
export function StrategyEditor({ draft, saved, problems, onEdit }: StrategyEditorProps) {
  const { Form } = viewOf(draft.activationStrategy)
  return (
    <section class="strategy" aria-labelledby="strategy-title">
      <div class="bar">
        <h2 id="strategy-title">Who gets it</h2>
        <select
          aria-label="Strategy"
          value={draft.activationStrategy}
          onChange={({ currentTarget }) => {
            const name = currentTarget.value as StrategyName
            const initial = strategies[name].initial(serviceNow(), draft)
            onEdit(withStrategy(draft, name, { typed: typedFor(draft.id), initial }))
          }}
        >
          {choices.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div class="strategy-form">
        {Form ? (
          <Form
            key={draft.activationStrategy}
            feature={draft as never}
            saved={saved}
            problems={problems}
            onChange={(parameters, step) => onEdit({ ...draft, parameters } as Feature, step)}
            problemsOf={(pointer) => problems[`/parameters${pointer}`] ?? []}
          />
        ) : (
          <ReadOnlyStrategy feature={draft} />
        )}
      </div>
    </section>
  )
}
