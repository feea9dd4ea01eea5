import { useState } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { navigate } from '../../place/place.ts'
import type { GatewayApi } from './served/gateway-api.ts'

/** Copies an API under another id and context path, in staging. */
export function DuplicateDialog({ api: saved, onClose }: { readonly api: GatewayApi; onClose(): void }) {
  const [id, setId] = useState(`${saved.id}-copy`)
  const [name, setName] = useState(saved.name)
  const [path, setPath] = useState(`${saved.context_path ?? ''}-copy`)
  return (
    <Confirm
      title={`Duplicate ${saved.id}`}
      action="Duplicate"
      onClose={onClose}
      run={async () => {
        await api.apis.duplicate({ id: saved.id ?? '', body: { id, name, context_path: path } })
        navigate(pathOf('apis', id))
      }}
    >
      <p class="muted">
        The copy is in staging. It has the secrets of this API, but not its deployments or subscriptions.
      </p>
      <TextField label="Id" mono required autofocus value={id} onInput={setId} />
      <TextField label="Name" required value={name} onInput={setName} />
      <TextField
        label="Context path"
        mono
        value={path}
        onInput={setPath}
        hint="The path prefix of all its routes. If the domain stays the same, it must be different."
      />
    </Confirm>
  )
}
