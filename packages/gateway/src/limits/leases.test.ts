import { expect, it } from 'vitest'
import { runModel } from './leases.fixture.ts'

it('processes never admit more than the limit, and nothing is lost, whatever happens to their messages', async () => {
  const total = { admitted: 0, refused: 0, asks: 0 }
  for (let seed = 0; seed < 3000; seed++) {
    const ran = await runModel(seed).catch((cause) => {
      throw new Error(`The model fails with seed ${seed}: ${cause.message}`, { cause })
    })
    for (const name of ['admitted', 'refused', 'asks'] as const) total[name] += ran[name]
  }
  expect(Math.min(total.admitted, total.refused)).toBeGreaterThan(5000)
})
