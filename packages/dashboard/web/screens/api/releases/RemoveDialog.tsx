import { useSignal } from '@preact/signals'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import type { Route } from '../flows/slot.ts'
import { ReachField } from './ReachField.tsx'
import type { Reach } from './release.ts'

interface RemoveDialogProps {
  readonly route: Route
  readonly shared: readonly Route[]
  /** The id of the feature or experiment. */
  readonly name: string
  remove(reach: Reach): void
  onClose(): void
}

/** Asks from which routes a gate or a split is removed. */
export function RemoveDialog({ route, shared, name, remove, onClose }: RemoveDialogProps) {
  const reach = useSignal<Reach>('one')
  return (
    <Dialog title={`Remove ${name} from ${route.name ?? route.id}`} onClose={onClose}>
      <ReachField {...{ route, shared }} reach={reach.value} onChange={(next) => (reach.value = next)} />
      <footer>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" onClick={() => remove(reach.peek())}>
          Remove
        </button>
      </footer>
    </Dialog>
  )
}
