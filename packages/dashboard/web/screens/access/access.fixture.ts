import { type Service, startService } from '../../service.fixture.ts'

/** A service with users, an API key, and records in two places of the tree. */
export async function peopledService(): Promise<Service> {
  const service = await startService()
  const { box } = service
  const always = { enabled: true, activationStrategy: 'NO_STRATEGY' } as const
  for (const id of ['shop:express', 'shop:search', 'site:banner'])
    await box.features.create({ body: { id, ...always } })
  await box.segments.create({ body: { id: 'shop:staff', included: ['ann'] } })
  await box.configs.create({ body: { id: 'shop:limits', value: { most: 3 } } })
  const ada = { id: 'ada', name: 'Ada Lovelace', email: 'ada@shop.example', temporary: true }
  await box.users.create({
    body: { ...ada, password: 'a password of ada', authorizedPatterns: [{ pattern: 'shop:*', domains: ['Feature'] }] },
  })
  const secret = { clientId: 'mobile-app', clientSecret: 'a-secret-of-the-app' }
  await box.apiKeys.create({
    body: { ...secret, name: 'Mobile app', authorizedPatterns: [{ pattern: '*', rights: [] }] },
  })
  return service
}
