import { may } from '../../calls/session.ts'
import type { MenuItem } from '../../parts/ways/Menu.tsx'
import { withoutSecrets } from '../../values/secret-members.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { ApiDialogs, type Asks } from './ApiDialogs.tsx'
import { removeApi } from './remove-api.ts'
import type { GatewayApi } from './served/gateway-api.ts'

interface ApiHeadProps {
  readonly id: string
  /** The API as it is edited. */
  readonly value: GatewayApi
  readonly saved: GatewayApi | undefined
  readonly asks: Asks | undefined
  ask(next: Asks | undefined): void
}

/** The id of an API, and what can be done with it as a whole. */
export function ApiHead({ id, value, saved, asks, ask }: ApiHeadProps) {
  const items: readonly MenuItem[] = saved
    ? [
        ...(may('U', 'Api', id) && may('C', 'Api')
          ? [{ label: 'Duplicate…', icon: 'copy', run: () => ask('duplicated') } as const]
          : []),
        ...(may('U', 'Api', id)
          ? [{ label: 'Import OpenAPI…', icon: 'upload', run: () => ask('imported') } as const]
          : []),
        { label: 'Export as JSON', icon: 'download', run: () => exportApi(id, value) },
      ]
    : []
  return (
    <RecordHead
      kind="apis"
      id={id}
      value={value}
      saved={saved}
      items={items}
      onRemove={() => saved && void removeApi(saved)}
    >
      {saved && <ApiDialogs id={id} saved={saved} asks={asks} ask={ask} />}
    </RecordHead>
  )
}

/** Saves an API as a JSON file. Its secrets are masked, also those that were just typed. */
function exportApi(id: string, api: GatewayApi): void {
  const text = `${JSON.stringify(withoutSecrets(api), undefined, 2)}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${id}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
