import { expect, it } from 'vitest'
import { addressOf } from './address.ts'

it.each([
  [{ domain: 'api.shop.example', context_path: '/billing' }, 'api.shop.example/billing'],
  [{ context_path: '/billing' }, '/billing'],
  [{ domain: '*.shop.example' }, '*.shop.example'],
  [{ domain: 'https://api.shop.example/', context_path: '/billing/' }, 'api.shop.example/billing'],
  [{}, '/'],
])('an API with %j answers at %s', (api, address) => {
  expect(addressOf(api)).toBe(address)
})
