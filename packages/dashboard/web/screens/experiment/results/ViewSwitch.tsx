import type { Signal } from '@preact/signals'
import type { Results } from '@signalbox/core/contract'
import { Field } from '../../../parts/fields/Field.tsx'
import { NumberInput } from '../../../parts/fields/NumberInput.tsx'
import { Segmented } from '../../../parts/fields/Segmented.tsx'
import { plannedEnd } from './verdict/planned-end.ts'
import type { Reading } from './verdict/verdict.ts'

const views = [
  { value: 'sequential', label: 'Any time' },
  { value: 'fixed', label: 'Fixed sample size' },
] as const

/** When someone looks at the results, which decides which interval is valid. */
export function ViewSwitch({ results, reading }: { readonly results: Results; readonly reading: Signal<Reading> }) {
  const { view, planned } = reading.value
  const { users } = plannedEnd(results, planned)
  return (
    <div class="view-switch">
      <div class="bar">
        <span aria-hidden="true">Stopping rule</span>
        <Segmented
          label="When you look"
          choices={views}
          value={view}
          onChange={(next) => (reading.value = { ...reading.value, view: next })}
        />
      </div>
      {view === 'fixed' && (
        <Field label="Planned users" hint="Decide it before you look." after="users in each variant">
          {(control) => (
            <NumberInput
              {...control}
              min={1}
              value={users ?? 0}
              onChange={(next) => {
                if (next >= 1) reading.value = { ...reading.value, planned: Math.round(next) }
              }}
            />
          )}
        </Field>
      )}
    </div>
  )
}
