import type { Feature } from '@signalbox/core/contract'
import { serviceNow } from '../../clock.ts'
import { editing } from '../../drafts.ts'
import { Segmented } from '../../parts/Segmented.tsx'
import { strategies, viewOf } from '../../strategies/index.ts'
import { ReadOnlyStrategy } from '../../strategies/ReadOnlyStrategy.tsx'
import type { StrategyName } from '../../strategies/strategy.ts'
import { type Typed, withStrategy } from '../../strategies/switching.ts'

interface StrategyEditorProps {
  readonly draft: Feature
  readonly saved: Feature | undefined
  readonly problems: Readonly<Record<string, readonly string[]>>
  onEdit(next: Feature, step?: string): void
}

const choices = Object.entries(strategies).map(([name, { label }]) => ({ value: name as StrategyName, label }))

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
      <h2 id="strategy-title">Strategy</h2>
      <Segmented
        label="Strategy"
        choices={choices}
        value={draft.activationStrategy}
        onChange={(name) =>
          onEdit(
            withStrategy(draft, name, { typed: typedFor(draft.id), initial: strategies[name].initial(serviceNow()) }),
          )
        }
      />
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
