import type { Service } from './service.fixture.ts'

/** Fills a service with the records of a small shop, as the pictures show them. */
export async function fillShop({ box }: Service): Promise<void> {
  const ada = box.as({ id: 'ada', name: 'ada', kind: 'User', admin: true })
  const feature = (id: string, rest: object = {}) =>
    ada.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY', ...rest } })

  await ada.segments.create({
    body: {
      id: 'shop:testers',
      description: 'People who agreed to try new things.',
      when: { attribute: 'plan', operator: 'is', values: ['beta', 'staff'] },
    },
  })
  await feature('shop:checkout:express', {
    description: 'Express checkout in one step.',
    activationStrategy: 'PERCENTAGE',
    parameters: { percentage: 25 },
    tags: ['checkout'],
  })
  await feature('shop:checkout:express-refund', {
    activationStrategy: 'RELEASE_DATE',
    parameters: { releaseDate: '2031-02-01T08:00:00' },
  })
  await feature('shop:checkout:express-v1', { enabled: false })
  await feature('shop:checkout:hotline', {
    activationStrategy: 'HOUR_RANGE',
    parameters: { startAt: '08:00', endAt: '18:00' },
  })
  await feature('shop:express-banner', {
    activationStrategy: 'CUSTOMERS_LIST',
    parameters: { customers: ['client-1041', 'client-2077', 'client-3600'] },
  })
  await feature('shop:search:new', {
    description: 'The new search: for testers at once, for the others step by step.',
    activationStrategy: 'RULES',
    parameters: {
      rules: [
        { name: 'testers', when: { segment: 'shop:testers' } },
        { name: 'everybody', percentage: 10, by: 'id' },
      ],
    },
  })
  for (const area of ['login', 'map', 'profile', 'push'])
    for (const [place, name] of ['beta', 'dark', 'fast', 'offline'].entries())
      await feature(`mobile:${area}:${name}`, { enabled: place % 3 !== 1 })
  const config = (id: string, rest: object) => ada.configs.create({ body: { id, ...rest } as never })
  await config('shop:search:page-size', {
    description: 'How many results a page of the search has.',
    type: 'number',
    value: 20,
    rules: [
      { name: 'testers', when: { segment: 'shop:testers' }, value: 100 },
      {
        name: 'longer pages in France',
        when: { attribute: 'country', operator: 'is', value: 'FR' },
        split: [
          { name: 'as before', weight: 50, value: 20 },
          { name: 'longer', weight: 50, value: 40 },
        ],
      },
    ],
  })
  await config('shop:limits', { value: { items: 20, coupons: 3, guests: true } })
  await config('shop:theme', { value: '{"color": "blue", "rounded": true}' })
  await config('mobile:endpoints', { value: { api: 'https://api.shop.example', retries: [1, 5, 15] } })
  const bob = box.as({ id: 'bob', name: 'bob', kind: 'User', admin: true })
  await bob.features.patch({ id: 'shop:checkout:express', body: { parameters: { percentage: 40 } } })
  await ada.features.patch({ id: 'shop:checkout:express', body: { parameters: { percentage: 25 } } })
  await bob.features.patch({ id: 'mobile:map:dark', body: { enabled: true } })
}
