import { createSignalbox } from '@signalbox/core'
import { createClient } from './index.ts'

/** The calls whose hover text is tested. */
export async function hovered() {
  const box = createSignalbox()
  const client = createClient({ baseUrl: 'http://127.0.0.1:9000' })
  const ann = box.as({ id: 'ann', authorizedPatterns: [] })
  await box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  await box.features.patch({ id: 'a', body: { enabled: false } })
  await client.apis.import({ body: [] })
  await client.apis.draft.get({ id: 'a' })
  await ann.configs.list()
  await box.health()
  return box.isActive('a')
}
