import { describe, expect, it } from 'vitest'
import { createBreaker, mostFailures, suspensionMs } from './breaker.ts'

/** Creates a breaker with a manual clock. Returns what happens to a run: who is suspended, or its outcome. */
function breakerAt() {
  let now = 0
  const breaker = createBreaker(() => now)
  const run = (script: string, owner: string | undefined, code?: 'CPU') => {
    const suspension = breaker.suspension({ script, owner })
    if (breaker.admit({ script, owner })) breaker.record({ script, owner }, code)
    return suspension ?? code ?? 'well'
  }
  const isDoubtful = (script: string, owner?: string) => breaker.isDoubtful({ script, owner })
  const pass = (ms: number) => {
    now += ms
  }
  return { run, isDoubtful, pass }
}

describe('an owner whose scripts exceed limits', () => {
  it('cannot run new scripts for a while, with any text', () => {
    const { run, pass } = breakerAt()
    for (let n = 0; n < mostFailures; n++) {
      expect(run(`bad ${n}`, 'mine', 'CPU')).toBe('CPU')
      if (n < mostFailures - 1) expect(run(`good ${n}`, 'mine')).toBe('well')
    }
    expect(run('bad 9', 'mine', 'CPU')).toBe('owner')
    expect(run('bad 9', 'theirs', 'CPU')).toBe('CPU')
    pass(suspensionMs)
    expect(run('bad 10', 'mine', 'CPU')).toBe('CPU')
    expect(run('bad 11', 'mine', 'CPU')).toBe('owner')
    pass(suspensionMs)
    expect(run('good 10', 'mine')).toBe('well')
    expect(run('bad 12', 'mine', 'CPU')).toBe('CPU')
  })

  it('can run scripts that have succeeded, separately from others', () => {
    const { run, isDoubtful, pass } = breakerAt()
    run('good', 'mine')
    expect(isDoubtful('good', 'mine')).toBe(false)
    for (let n = 0; n < mostFailures; n++) run(`bad ${n}`, 'mine', 'CPU')
    expect(run('good', 'mine')).toBe('well')
    expect(isDoubtful('good', 'mine')).toBe(true)
    pass(suspensionMs)
    expect(isDoubtful('good', 'mine')).toBe(false)
  })

  it('is not suspended for one script that fails repeatedly', () => {
    const { run } = breakerAt()
    for (let n = 0; n < mostFailures; n++) run('bad', 'mine', 'CPU')
    expect(run('bad', 'mine')).toBe('script')
    expect(run('new', 'mine')).toBe('well')
  })

  it('is not suspended for rare failures', () => {
    const { run, pass } = breakerAt()
    for (let n = 0; n < 2 * mostFailures; n++) {
      expect(run(`bad ${n}`, 'mine', 'CPU')).toBe('CPU')
      pass(suspensionMs)
    }
  })
})

describe('a script', () => {
  it('is unproven until it has answered, and after it exceeded a limit', () => {
    const { run, isDoubtful } = breakerAt()
    expect(isDoubtful('script')).toBe(true)
    run('script', undefined)
    expect(isDoubtful('script')).toBe(false)
    run('script', undefined, 'CPU')
    expect(isDoubtful('script')).toBe(true)
  })

  it('is suspended for each owner separately', () => {
    const { run } = breakerAt()
    for (let n = 0; n < mostFailures; n++) run('same', 'mine', 'CPU')
    expect(run('same', 'mine')).toBe('script')
    expect(run('same', 'theirs')).toBe('well')
  })
})
