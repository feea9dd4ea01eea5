import { describe, expect, it, onTestFinished } from 'vitest'
import { fakeEngine, openExperiments, served } from '../../experiments/experiments.fixture.ts'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const fromHeader = { from: 'header', name: 'X-Client' }

describe('ExperimentGoal', () => {
  function goal(config: object = {}, known = [served()]) {
    const engine = fakeEngine()
    const experiments = openExperiments({ engine, known })
    onTestFinished(() => experiments.close())
    const whole = { experiment: 'shop:button', client: fromHeader, ...config }
    const hooks = compiled('ExperimentGoal', whole as never, { experiments })
    const end = (status: number, more: object = {}, cause?: string) => {
      const before = experiments.unsent
      const exchange = fakeExchange({ headers: ['X-Client', 'ann'], ...more })
      hooks.done!(exchange, { status, cause, ms: 1, bytesIn: 0, bytesOut: 0 })
      return experiments.unsent - before
    }
    return { engine, experiments, end }
  }

  it('records clients that won, if they were displayed, on success', async () => {
    const { engine, experiments, end } = goal()
    expect([200, 299, 199, 300, 404].map((status) => end(status))).toEqual([1, 1, 0, 0, 0])
    await experiments.close()
    expect(engine.counted).toHaveLength(2)
    expect(engine.counted[0]).toMatchObject({ kind: 'won', clientId: 'ann', ifDisplayed: true })
  })

  it('takes other statuses and methods', () => {
    const { end } = goal({ statuses: [303], methods: ['POST'] })
    expect([end(303), end(303, { method: 'POST' }), end(200, { method: 'POST' })]).toEqual([0, 1, 0])
  })

  it('records no drafts, no HEAD, no failures, no strangers and no unknown experiments', () => {
    const { end } = goal()
    expect(end(200, { draft: true })).toBe(0)
    expect(end(200, { method: 'HEAD' })).toBe(0)
    expect(end(200, {}, 'errors.backend.reset')).toBe(0)
    expect(end(200, { headers: [] })).toBe(0)
    expect(goal({}, []).end(200)).toBe(0)
  })
})
