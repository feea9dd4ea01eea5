import { useSignal } from '@preact/signals'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { SelectField } from '../../../parts/fields/fields.tsx'
import { NumberInput } from '../../../parts/fields/NumberInput.tsx'
import { offersOfKind } from '../flows/offers.ts'
import type { Route, Slot } from '../flows/slot.ts'
import { ClientFields, clientProblem } from './ClientFields.tsx'
import { ReachField } from './ReachField.tsx'
import { type Client, gateSlot, type Reach } from './release.ts'

interface GateDialogProps {
  readonly route: Route
  /** The other routes that take its flow. */
  readonly shared: readonly Route[]
  add(slot: Slot, reach: Reach): void
  onClose(): void
}

/** Chooses a feature that opens a route. */
export function GateDialog({ route, shared, add, onClose }: GateDialogProps) {
  const feature = useSignal('')
  const negate = useSignal(false)
  const status = useSignal(404)
  const client = useSignal<Client | undefined>(undefined)
  const reach = useSignal<Reach>('one')
  const isTried = useSignal(false)
  const offers = offersOfKind('features')
  const wrongClient = clientProblem(client.value)
  const submit = (event: Event) => {
    event.preventDefault()
    isTried.value = true
    if (feature.peek().trim() === '' || wrongClient !== undefined) return
    const config = { feature: feature.peek().trim(), status: status.peek(), negate: negate.peek() }
    add(gateSlot({ ...config, client: client.peek() }), reach.peek())
  }
  return (
    <Dialog title={`Gate ${route.name ?? route.id} by a feature`} onClose={onClose}>
      <form class="release-form" onSubmit={submit} autocomplete="off">
        <Field
          label="Feature"
          problem={isTried.value && feature.value.trim() === '' ? 'Choose a feature.' : undefined}
          hint="Switching it opens and closes the route with the next request, without a deployment."
        >
          {(control) => (
            <Combobox
              {...control}
              value={feature.value}
              placeholder="id"
              options={offers?.search ?? (() => [])}
              source={offers?.source}
              onInput={(next) => {
                feature.value = next
              }}
            />
          )}
        </Field>
        <SelectField
          label="Open"
          value={String(negate.value)}
          choices={[
            { value: 'false', label: 'while it is active' },
            { value: 'true', label: 'while it is not active' },
          ]}
          onChange={(next) => {
            negate.value = next === 'true'
          }}
        />
        <Field label="Everyone else gets" hint="The status of all other requests, 400 to 599.">
          {(control) => (
            <NumberInput
              {...control}
              value={status.value}
              min={400}
              max={599}
              onChange={(next) => {
                status.value = next
              }}
            />
          )}
        </Field>
        <ClientFields
          none="Not needed: the same for everyone"
          client={client.value}
          problem={isTried.value ? wrongClient : undefined}
          onChange={(next) => {
            client.value = next
          }}
        />
        <ReachField {...{ route, shared }} reach={reach.value} onChange={(next) => (reach.value = next)} />
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Add the gate
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
