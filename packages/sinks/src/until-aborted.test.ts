import { describe, expect, it, vi } from 'vitest'
import { untilAborted } from './until-aborted.ts'

const never = () => new Promise<never>(() => {})

describe('work until a signal aborts', () => {
  it('has its result if it ends first, and is not stopped afterwards', async () => {
    const [ending, stop] = [new AbortController(), vi.fn()]
    expect(await untilAborted(Promise.resolve(1), ending.signal, stop)).toBe(1)
    ending.abort()
    expect(stop).not.toHaveBeenCalled()
  })

  it('is stopped, and rejects with the reason of the signal', async () => {
    const [ending, stop] = [new AbortController(), vi.fn()]
    const waiting = untilAborted(never(), ending.signal, stop)
    expect(stop).not.toHaveBeenCalled()
    ending.abort('over')
    expect(stop).toHaveBeenCalledOnce()
    await expect(waiting).rejects.toBe('over')
  })

  it('is stopped at once if nobody waits for it any more', async () => {
    const stop = vi.fn()
    const waiting = untilAborted(never(), AbortSignal.abort('over'), stop)
    expect(stop).toHaveBeenCalledOnce()
    await expect(waiting).rejects.toBe('over')
  })
})
