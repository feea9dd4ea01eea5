import { expect, it } from 'vitest'
import { runModel } from './leases.fixture.ts'

/** Runs of the model: a million with `SIGNALBOX_SOAK`. */
const RUNS = process.env.SIGNALBOX_SOAK ? 1_000_000 : 20_000
const FIRST = 10_000

it(`${RUNS} runs of processes that share a limit admit no more than it`, { timeout: RUNS * 10 }, async () => {
  let admitted = 0
  for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
    const ran = await runModel(seed).catch((cause) => {
      throw new Error(`The model fails with seed ${seed}: ${cause.message}`, { cause })
    })
    admitted += ran.admitted
  }
  expect(admitted).toBeGreaterThan(RUNS)
})
