import { useSignal } from '@preact/signals'
import { pathOf } from '../../kinds/kinds.ts'
import { CreateDialog } from '../../parts/dialogs/CreateDialog.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { Segmented } from '../../parts/fields/Segmented.tsx'
import { navigate } from '../../place/place.ts'
import { operationsOf } from '../../records/operations.ts'
import { idOf } from '../../values/id-of.ts'
import { granteesOf, type ListedGrantee } from './grantees.ts'
import { type Preset, presetOf, presets } from './presets.ts'
import { segmentProblem } from './segment-problem.ts'

/** Creates an API key with the grants of a preset, shows its secret once, and opens the key. */
export function NewApiKey({ onClose }: { onClose(): void }) {
  const name = useSignal('')
  const id = useSignal('')
  const preset = useSignal<Preset['id']>('program')
  const isSent = useSignal(false)
  const keys = granteesOf('apiKeys')
  const nameProblem = name.value.trim() === '' ? 'A name is required.' : undefined
  const idProblem =
    id.value === ''
      ? undefined
      : (segmentProblem(id.value) ??
        (keys.all.value.some((one) => one.clientId === id.value)
          ? `A key named ${id.value} already exists.`
          : undefined))
  const create = async () => {
    isSent.value = true
    if (nameProblem !== undefined || idProblem !== undefined) return
    const { grants } = presetOf(preset.value)
    const body = {
      name: name.value.trim(),
      ...(id.value !== '' && { clientId: id.value }),
      ...(grants.length > 0 && { authorizedPatterns: grants }),
    }
    // The answer had the secret, which is shown now.
    const created = await operationsOf('apiKeys').create({ body })
    keys.add(created as ListedGrantee)
    onClose()
    navigate(pathOf('apiKeys', idOf(created)))
  }
  return (
    <CreateDialog title="New API key" create={create} onClose={onClose}>
      <TextField
        label="Name"
        stacked
        autofocus
        hint="What it is for, such as the program that uses it."
        problem={isSent.value ? nameProblem : undefined}
        value={name.value}
        onInput={(next) => (name.value = next)}
      />
      <TextField
        label="Id"
        mono
        stacked
        hint="Optional: without an id, the server generates one."
        problem={idProblem}
        value={id.value}
        onInput={(next) => (id.value = next)}
      />
      <Segmented
        label="Access"
        choices={presets.map(({ id, label }) => ({ value: id, label }))}
        value={preset.value}
        onChange={(next) => (preset.value = next)}
      />
      <p class="muted">
        {presetOf(preset.value).means} You can change its grants at any time. The secret is shown once.
      </p>
    </CreateDialog>
  )
}
