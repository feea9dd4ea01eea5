import { expect, it } from 'vitest'
import { controlAddress } from './control-address.ts'

it.each([
  ['https://a.example', 'https://a.example'],
  ['https://a.example/', 'https://a.example'],
  ['https://A.example:443/base//', 'https://a.example/base'],
])('the address %s is %s, so that paths can follow', (from, address) => {
  expect(controlAddress(from)).toBe(address)
})
