import { withoutSecrets } from '../../saving/secret-members.ts'
import type { GatewayApi } from './gateway-api.ts'

/** Saves an API as a JSON file. Its secrets are masked, also those that were just typed. */
export function exportApi(id: string, api: GatewayApi): void {
  const text = `${JSON.stringify(withoutSecrets(api), undefined, 2)}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${id}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
