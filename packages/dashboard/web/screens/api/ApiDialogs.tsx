import { DuplicateDialog } from './DuplicateDialog.tsx'
import { ImportOpenApi } from './import/ImportOpenApi.tsx'
import { DeprecateDialog } from './life/DeprecateDialog.tsx'
import { RemoveDialog } from './life/RemoveDialog.tsx'
import { MovedDialog } from './publish/MovedDialog.tsx'
import { PublishDialog } from './publish/PublishDialog.tsx'
import type { Moved } from './publish/publish.ts'
import type { GatewayApi } from './served/gateway-api.ts'

/** What the user is asked about an API as a whole. */
export type Asks = 'published' | 'deprecated' | 'removed' | 'duplicated' | 'imported' | Moved

interface ApiDialogsProps {
  readonly id: string
  readonly saved: GatewayApi
  readonly asks: Asks | undefined
  ask(next: Asks | undefined): void
}

/** The dialog that is open, if one is. */
export function ApiDialogs({ id, saved, asks, ask }: ApiDialogsProps) {
  const onClose = () => ask(undefined)
  if (asks === undefined) return null
  if (typeof asks === 'object')
    return <MovedDialog id={id} moved={asks} onTaken={() => ask('published')} onClose={onClose} />
  switch (asks) {
    case 'published':
      return <PublishDialog id={id} saved={saved} onClose={(moved) => ask(moved)} />
    case 'deprecated':
      return <DeprecateDialog api={saved} onClose={onClose} />
    case 'removed':
      return <RemoveDialog api={saved} onClose={onClose} />
    case 'duplicated':
      return <DuplicateDialog api={saved} onClose={onClose} />
    case 'imported':
      return <ImportOpenApi id={id} onClose={onClose} />
  }
}
