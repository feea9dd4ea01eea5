import { useSignal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { CreateDialog } from '../../parts/dialogs/CreateDialog.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { navigate } from '../../place/place.ts'
import { idProblem } from '../listing/id-text.ts'

/** Asks for the id and the name of a new application, creates it, and opens it. */
export function NewApplication({ onClose }: { onClose(): void }) {
  const id = useSignal('')
  const name = useSignal('')
  const wasSent = useSignal(false)
  const problem = idProblem(id.value)
  const create = async () => {
    wasSent.value = true
    if (problem !== undefined) return
    await api.applications.create({ body: { id: id.value, name: name.value.trim() || id.value } })
    onClose()
    navigate(pathOf('applications', id.value))
  }
  return (
    <CreateDialog title="New application" create={create} onClose={onClose}>
      <TextField
        label="Id"
        mono
        stacked
        autofocus
        problem={wasSent.value ? problem : undefined}
        value={id.value}
        onInput={(next) => {
          id.value = next
        }}
      />
      <TextField
        label="Name"
        stacked
        hint="Without one, the id."
        value={name.value}
        onInput={(next) => {
          name.value = next
        }}
      />
    </CreateDialog>
  )
}
