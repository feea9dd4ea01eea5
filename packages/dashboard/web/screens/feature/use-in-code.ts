import type { Snippet } from '../record/snippets.ts'
import { literal, quoted } from '../record/snippets.ts'

/** The ways to check a feature: in process, through the client, through OpenFeature, with curl. */
export function snippetsOf(id: string, baseUrl: string): readonly Snippet[] {
  const key = literal(id)
  const url = literal(baseUrl)
  return [
    {
      name: 'In process',
      code: `import { createSignalbox } from '@signalbox/core'

const box = createSignalbox()
await box.ready()
const isActive = box.isActive(${key}, { id: 'client-1041' })`,
    },
    {
      name: 'Client',
      code: `import { createClient, live } from '@signalbox/client'

const flags = live(createClient({ baseUrl: ${url}, clientId: '…', clientSecret: '…' }))
await flags.ready()
const isActive = flags.isActive(${key}, { id: 'client-1041' })`,
    },
    {
      name: 'OpenFeature',
      code: `import { OpenFeature } from '@openfeature/server-sdk'
import { createClient, live } from '@signalbox/client'
import { createProvider } from '@signalbox/client/openfeature'

const flags = live(createClient({ baseUrl: ${url}, clientId: '…', clientSecret: '…' }))
await OpenFeature.setProviderAndWait(createProvider(flags))
const isActive = await OpenFeature.getClient().getBooleanValue(${key}, false, { targetingKey: 'client-1041' })`,
    },
    {
      name: 'curl',
      code: `curl ${quoted(`${baseUrl}/api/features/${encodeURIComponent(id)}/check`)} \\
  -H 'Service-Client-Id: …' -H 'Service-Client-Secret: …' \\
  -H 'Content-Type: application/json' -d '{"id": "client-1041"}'`,
    },
  ]
}
