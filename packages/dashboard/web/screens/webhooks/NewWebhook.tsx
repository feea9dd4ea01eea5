import { useSignal } from '@preact/signals'
import type { AnyRecord } from '../../kinds/kinds.ts'
import { Dialog } from '../../parts/dialogs/Dialog.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { navigate } from '../../place/place.ts'
import { useAskedNew } from '../../records/asked-new.ts'
import { operationsOf } from '../../records/operations.ts'
import { isRejected, problemsOf } from '../../saving/problems.ts'
import { entryOf } from '../../tree/entry.ts'
import { idProblem } from '../listing/id-text.ts'
import { listingOf } from '../listing/listing.ts'
import { problemsBelow } from '../record/members.ts'
import { ScopeFields } from '../webhook/ScopeFields.tsx'
import type { Scope } from '../webhook/scope-sentence.ts'

/** The button that creates a webhook, and its dialog. The secret is shown once after that. */
export function NewWebhook() {
  const isOpen = useSignal(false)
  useAskedNew('webhooks', () => {
    isOpen.value = true
  })
  return (
    <>
      <button type="button" class="primary" onClick={() => (isOpen.value = true)}>
        New webhook
      </button>
      {isOpen.value && <NewDialog onClose={() => (isOpen.value = false)} />}
    </>
  )
}

function NewDialog({ onClose }: { onClose(): void }) {
  const { index, pathOf } = listingOf('webhooks')
  const id = useSignal('')
  const callbackUrl = useSignal('')
  const scope = useSignal<Scope>({})
  const busy = useSignal(false)
  const wasSent = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const found = isRejected(error.value ?? {}) ? Object.fromEntries(problemsOf(error.value)) : {}
  const idIsWrong = index.find(id.value) ? `A webhook named ${id.value} already exists.` : idProblem(id.value)
  const urlIsWrong = URL.canParse(callbackUrl.value)
    ? undefined
    : 'Type an address such as https://shop.example/changes'
  const create = async () => {
    wasSent.value = true
    if (idIsWrong !== undefined || urlIsWrong !== undefined || busy.peek()) return
    busy.value = true
    error.value = undefined
    try {
      const body = { clientId: id.value, callbackUrl: callbackUrl.value, ...scope.value } as AnyRecord
      const created = await operationsOf('webhooks').create({ body })
      index.add([entryOf(created) ?? { id: id.value }])
      onClose()
      navigate(pathOf(id.value))
    } catch (cause) {
      error.value = cause
    } finally {
      busy.value = false
    }
  }
  const onEnter = (event: Event) => {
    event.preventDefault()
    void create()
  }
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <form id="new-webhook" onSubmit={onEnter}>
        <TextField
          label="Id"
          mono
          stacked
          autofocus
          hint="For example, shop-sync. Colons make groups."
          problem={wasSent.value ? idIsWrong : undefined}
          value={id.value}
          onInput={(next) => {
            id.value = next
          }}
        />
        <TextField
          label="Address"
          mono
          stacked
          type="text"
          hint="http or https. Events are posted here."
          problem={wasSent.value ? (urlIsWrong ?? problemsBelow(found, '/callbackUrl')) : undefined}
          value={callbackUrl.value}
          onInput={(next) => {
            callbackUrl.value = next
          }}
        />
      </form>
      <ScopeFields
        scope={scope.value}
        problemsOf={(pointer) => problemsBelow(found, pointer)}
        onChange={(next) => {
          scope.value = { ...scope.peek(), ...next }
        }}
      />
      {error.value !== undefined && <Failure error={error.value} />}
      <p class="muted">The signing secret is shown once, after you create the webhook. You can add headers then.</p>
      <footer>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" form="new-webhook" class="primary" aria-busy={busy.value}>
          Create
        </button>
      </footer>
    </Dialog>
  )
}
