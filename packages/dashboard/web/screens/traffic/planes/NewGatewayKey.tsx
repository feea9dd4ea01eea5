import { useSignal } from '@preact/signals'
import { api } from '../../../calls/api.ts'
import { type RecordSecret, takeSecret } from '../../../notices/shown-once.ts'
import { CreateDialog } from '../../../parts/dialogs/CreateDialog.tsx'
import { TextField } from '../../../parts/fields/fields.tsx'
import { mount } from '../../../place/mount.ts'

const secret: RecordSecret = {
  ...{ member: 'key', label: 'gateway key' },
  purpose: 'A data plane identifies itself with this key.',
  env: (_, key) => `SIGNALBOX_GATEWAY_FROM=${mount.apiUrl}\nSIGNALBOX_GATEWAY_KEY=${key}`,
}

/** A dialog that creates a gateway key. The key is shown once. */
export function NewGatewayKey({ onClose }: { onClose(): void }) {
  const id = useSignal('')
  const name = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const create = async () => {
    problem.value = id.value === '' ? 'An id is required' : undefined
    if (problem.value !== undefined) return
    const body = { id: id.value, ...(name.value !== '' && { name: name.value }) }
    takeSecret(await api.gatewayKeys.create({ body }), id.value, secret)
    onClose()
  }
  return (
    <CreateDialog title="New gateway key" create={create} onClose={onClose}>
      <TextField
        label="Id"
        stacked
        mono
        autofocus
        placeholder="edge"
        hint="Several data planes can share a key, such as all of a region."
        problem={problem.value}
        value={id.value}
        onInput={(next) => (id.value = next.trim())}
      />
      <TextField label="Name" stacked value={name.value} onInput={(next) => (name.value = next)} />
    </CreateDialog>
  )
}
