import type { Service } from './service.fixture.ts'
import { startService } from './service.fixture.ts'

/** A service with a feature and a segment in two places of the tree. */
export async function filledService(): Promise<Service> {
  const service = await startService()
  const on = { enabled: true, activationStrategy: 'NO_STRATEGY' } as const
  const when = { attribute: 'plan', operator: 'is', value: 'pro' } as const
  for (const place of ['shop', 'other']) {
    await service.box.features.create({ body: { id: `${place}:express`, ...on } })
    await service.box.segments.create({ body: { id: `${place}:staff`, when } })
  }
  return service
}
