import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { weakMap } from './weak-map.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

it('a map of weak values has them as long as something else does', async () => {
  const map = weakMap<{ readonly n: number }>()
  const kept = { n: 1 }
  map.set('kept', kept)
  for (let n = 0; n < 1000; n++) map.set(`free ${n}`, { n })
  expect(map.get('kept')).toBe(kept)
  await expect
    .poll(() => {
      collect()
      return map.size
    })
    .toBeLessThan(100)
  expect(map.get('kept')).toBe(kept)
  expect(map.get('free 0')).toBeUndefined()
})
