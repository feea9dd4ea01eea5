import { describe, expect, it } from 'vitest'
import { createRunHistory } from './run-history.ts'

const run = (n: number) => ({ id: `r${n}`, at: n, ms: 1, steps: 1 })
const details = (characters = 0) => ({
  ...{ input: null, result: 'x'.repeat(characters), journal: [], omitted: 0, logs: [] },
})
const idsOf = (runs: readonly { id: string }[]) => runs.map(({ id }) => id)
const whole = (runs: readonly { id: string; details?: object }[]) => idsOf(runs.filter((one) => one.details))

describe('the history of runs', () => {
  it('has the last 50 runs of a workflow, the newest first', () => {
    const { add, of } = createRunHistory()
    for (let n = 0; n < 60; n++) add(n === 55 ? 'other' : 'w', run(n), details())
    expect(idsOf(of('w'))).toHaveLength(50)
    expect(idsOf(of('w')).slice(0, 6)).toEqual(['r59', 'r58', 'r57', 'r56', 'r54', 'r53'])
    expect([of('other')[0], of('none')]).toEqual([{ ...run(55), details: details() }, []])
  })

  it('shares nothing with the response of the run', () => {
    const { add, of } = createRunHistory()
    const logs = ['one']
    add('w', run(1), { ...details(), logs })
    logs.push('other')
    of('w')[0]?.details?.logs.push('other')
    expect(of('w')[0]?.details?.logs).toEqual(['one'])
  })

  it('drops the oldest details of a workflow beyond 1 MiB', () => {
    const { add, of } = createRunHistory()
    for (let n = 0; n < 6; n++) add('w', run(n), details(300_000))
    expect(idsOf(of('w'))).toHaveLength(6)
    expect(whole(of('w'))).toEqual(['r5', 'r4', 'r3'])
    add('w', run(6), details(1_100_000))
    expect(whole(of('w'))).toEqual([])
    add('w', run(7), details(10))
    expect(whole(of('w'))).toEqual(['r7'])
  })

  it('drops the oldest details of all workflows beyond 16 MiB', () => {
    const { add, of } = createRunHistory()
    for (let n = 0; n < 20; n++) add(`w${n}`, run(n), details(1_000_000))
    const kept = Array.from({ length: 20 }, (_, n) => whole(of(`w${n}`))).flat()
    expect(kept).toEqual(Array.from({ length: 16 }, (_, n) => `r${n + 4}`))
    expect(idsOf(of('w0'))).toEqual(['r0'])
  })

  it('has at most 10,000 runs', () => {
    const { add, of } = createRunHistory()
    for (let n = 0; n < 10_050; n++) add(`w${Math.floor(n / 40)}`, run(n), details())
    expect(of('w0')).toEqual([])
    expect(idsOf(of('w1')).at(-1)).toBe('r50')
  })

  it('forgets a workflow, and counts what remains', () => {
    const { add, of, forget } = createRunHistory()
    for (let n = 0; n < 3; n++) add('w', run(n), details(300_000))
    forget('w')
    forget('none')
    expect(of('w')).toEqual([])
    for (let n = 0; n < 16; n++) add(`w${n}`, run(n), details(1_000_000))
    expect(whole(of('w0'))).toEqual(['r0'])
  })
})
