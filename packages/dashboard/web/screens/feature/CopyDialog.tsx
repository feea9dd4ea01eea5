import { useState } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { pathTo } from '../../place/path-to.ts'
import { navigate } from '../../place/place.ts'

/** Copies a feature, and all features below its id, to another id. */
export function CopyDialog({ id, onClose }: { readonly id: string; onClose(): void }) {
  const [to, setTo] = useState(`${id}-copy`)
  const [isEnabled, setEnabled] = useState(false)
  return (
    <Confirm
      title={`Duplicate ${id}`}
      action="Duplicate"
      onClose={onClose}
      run={async () => {
        await api.features.copy({ body: { from: id, to, default: isEnabled } })
        navigate(pathTo('/features/:id', { id: to }))
      }}
    >
      <p class="muted">Features under {id} are copied, too. Existing features stay as they are.</p>
      <TextField label="To" mono value={to} onInput={setTo} autofocus />
      <label class="check">
        <input
          type="checkbox"
          checked={isEnabled}
          onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
        />
        Enable the copies
      </label>
    </Confirm>
  )
}
