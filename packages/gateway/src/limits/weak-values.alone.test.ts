import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createWeakValues } from './weak-values.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

it('names whose value nobody uses are forgotten, and others keep their value', async () => {
  const values = createWeakValues<object>()
  const used = values.of('used', () => ({ is: 'used' }))
  for (let i = 0; i < 2000; i++) {
    values.of(`name ${i}`, () => ({ i }))
    if (i % 50 !== 0) continue
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
  expect(values.size).toBeLessThan(200)
  expect(values.of('used', () => ({}))).toBe(used)
})
