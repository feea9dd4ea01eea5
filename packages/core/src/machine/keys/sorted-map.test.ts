import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareKeys } from './compare-keys.ts'
import { sortedMap } from './sorted-map.ts'

it('a sorted map has the order of UTF-8, whenever the first key with high units arrives', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ud83d\ude00', '\uff5e', '\ue000'), maxLength: 3 })
  fc.assert(
    fc.property(fc.uniqueArray(key), fc.array(key), (keys, probes) => {
      const map = sortedMap<number>()
      for (const [i, one] of keys.entries()) map.set(one, i)
      const sorted = keys.toSorted(compareKeys)
      expect([...map.keys()]).toEqual(sorted)
      for (const probe of probes) {
        expect(map.has(probe)).toBe(keys.includes(probe))
        expect(map.nextHigherKey(probe)).toBe(sorted.find((one) => compareKeys(one, probe) > 0))
      }
    }),
  )
})
