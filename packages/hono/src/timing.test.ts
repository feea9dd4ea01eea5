import { describe, expect, it } from 'vitest'
import { mounted, pair, seeded } from './access.fixture.ts'

const TRIES = 2000

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number

describe('an unknown id and a wrong secret', () => {
  it('take equally long, by medians of 2,000 tries', async ({ annotate }) => {
    const call = mounted(await seeded())
    const times: Record<'unknown' | 'inside', number[]> = { unknown: [], inside: [] }
    const time = async (id: 'unknown' | 'inside', i: number) => {
      const headers = pair(id, `not the secret at all ${i}`)
      const start = performance.now()
      const { status } = await call('GET', '/api/me', { headers, address: `${id} ${i}` })
      times[id].push(performance.now() - start)
      expect(status).toBe(401)
    }
    for (let i = 0; i < 200; i++) await time(i % 2 ? 'unknown' : 'inside', -i)
    times.unknown = []
    times.inside = []
    for (let i = 0; i < TRIES; i++) {
      const [first, second] = i % 2 ? (['unknown', 'inside'] as const) : (['inside', 'unknown'] as const)
      await time(first, i)
      await time(second, i)
    }
    const [unknown, inside] = [median(times.unknown), median(times.inside)]
    await annotate(
      `median: unknown id ${(unknown * 1000).toFixed(1)} µs, wrong secret ${(inside * 1000).toFixed(1)} µs`,
    )
    expect(times.unknown).toHaveLength(TRIES)
    expect(Math.max(unknown, inside) / Math.min(unknown, inside)).toBeLessThan(3)
  })
})
