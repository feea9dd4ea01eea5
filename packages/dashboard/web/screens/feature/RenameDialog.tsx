import { etagOf } from '@signalbox/client'
import type { Feature } from '@signalbox/core/contract'
import { useState } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { mustType } from '../../confirm/id-to-type.ts'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { mount } from '../../place/mount.ts'
import { pathTo } from '../../place/path-to.ts'
import { navigate } from '../../place/place.ts'
import { editing } from '../../records/drafts.ts'
import { heldOf } from '../../records/records.ts'
import { viewOf } from '../strategies/index.ts'
import { moveDraft, renameRecord } from './rename-record.ts'

/** Gives a feature another id: creates it under the new one and deletes the old one. */
export function RenameDialog({ feature, onClose }: { readonly feature: Feature; onClose(): void }) {
  const { id } = feature
  const [next, setNext] = useState(id)
  const renamed = viewOf(feature.activationStrategy).renamed?.(feature.parameters)
  return (
    <Confirm
      title={`Rename ${id}`}
      action="Rename"
      typed={mustType(id, mount.confirm) ? id : undefined}
      onClose={onClose}
      why
      run={async (because) => {
        if (next === id) return
        const take = heldOf('features').expect(next)
        const renamed = await renameRecord<Feature>(
          {
            get: () => api.features.get({ id }),
            replace: (body, ifMatch) =>
              api.features.replace({ id, body }, { ...because, ...(ifMatch !== undefined && { ifMatch }) }),
            etagOf,
          },
          next,
        )
        take(renamed)
        moveDraft(editing('features', id), editing('features', next), renamed)
        navigate(pathTo('/features/:id', { id: next }))
      }}
    >
      <TextField label="New id" mono value={next} onInput={setNext} autofocus />
      <ul class="breaks">
        <li>Programs that check the old id get “not active” until they use the new one.</li>
        {renamed && <li>{renamed}</li>}
        <li>Conditions that refer to the old id would be false, so the server rejects the change if there are any.</li>
      </ul>
    </Confirm>
  )
}
