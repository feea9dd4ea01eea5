import { useSignal } from '@preact/signals'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { index } from '../../../records/tree.ts'
import { listed } from '../../../words/words.ts'
import { backendsHere, offersOfKind, variantsHere } from '../flows/offers.ts'
import type { Route, Slot } from '../flows/slot.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { ClientFields, clientProblem } from './ClientFields.tsx'
import { ReachField } from './ReachField.tsx'
import { type Client, type Reach, splitSlot, withoutBackend } from './release.ts'

interface SplitDialogProps {
  readonly api: GatewayApi
  readonly route: Route
  /** The other routes that take its flow. */
  readonly shared: readonly Route[]
  add(slot: Slot, reach: Reach): void
  onClose(): void
}

/** Chooses an experiment whose variants have backends of their own. */
export function SplitDialog({ api, route, shared, add, onClose }: SplitDialogProps) {
  const experiment = useSignal('')
  const backends = useSignal<Readonly<Record<string, string>>>({})
  const displayed = useSignal(true)
  const client = useSignal<Client | undefined>(undefined)
  const reach = useSignal<Reach>('one')
  const isTried = useSignal(false)
  const id = experiment.value.trim()
  const offers = offersOfKind('experiments')
  const variants = offers && index('experiments').find(id) ? variantsHere(id) : []
  const own = backendsHere(api)
  const wrongClient = clientProblem(client.value)
  const missing = withoutBackend(variants, backends.value)
  const submit = (event: Event) => {
    event.preventDefault()
    isTried.value = true
    if (id === '' || wrongClient !== undefined) return
    const given = Object.fromEntries(Object.entries(backends.peek()).filter(([, backend]) => backend.trim() !== ''))
    const config = { experiment: id, backends: given, displayed: displayed.peek(), client: client.peek() }
    add(splitSlot(config), reach.peek())
  }
  return (
    <Dialog title={`Split ${route.name ?? route.id} by an experiment`} onClose={onClose}>
      <form class="release-form" onSubmit={submit} autocomplete="off">
        <Field label="Experiment" problem={isTried.value && id === '' ? 'Choose an experiment.' : undefined}>
          {(control) => (
            <Combobox
              {...control}
              value={experiment.value}
              placeholder="id"
              options={offers?.search ?? (() => [])}
              source={offers?.source}
              onInput={(next) => {
                experiment.value = next
                backends.value = {}
              }}
            />
          )}
        </Field>
        {variants.map((variant) => (
          <Field key={variant.id} label={`Variant ${variant.id}`}>
            {(control) => (
              <Combobox
                {...control}
                value={backends.value[variant.id] ?? ''}
                placeholder={`${route.backend ?? 'none'}, as the route`}
                options={own.search}
                source={own.source}
                onInput={(next) => {
                  backends.value = { ...backends.peek(), [variant.id]: next }
                }}
              />
            )}
          </Field>
        ))}
        {variants.length > 0 && missing.length > 0 && (
          <p class="muted">
            {listed(missing)} {missing.length === 1 ? 'has' : 'have'} no backend: clients get that of the route.
          </p>
        )}
        <ClientFields
          none="A cookie that the gateway sets"
          client={client.value}
          problem={isTried.value ? wrongClient : undefined}
          onChange={(next) => {
            client.value = next
          }}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={displayed.value}
            onChange={({ currentTarget }) => {
              displayed.value = currentTarget.checked
            }}
          />
          Count clients as having seen their variant
        </label>
        <ReachField {...{ route, shared }} reach={reach.value} onChange={(next) => (reach.value = next)} />
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Add the split
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
