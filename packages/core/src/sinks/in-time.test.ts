import { describe, expect, it } from 'vitest'
import { inTime } from './in-time.ts'

/** A call that takes a while, and ends when its signal says so. */
async function slow(signal: AbortSignal): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve))
  signal.throwIfAborted()
  return 'acknowledged'
}
const { signal: over } = new AbortController()
const atOnce = async () => {}
const never = () => new Promise<void>(() => {})

describe('a call of a sink', () => {
  it('has its result', async () => {
    expect(await inTime(slow, over, { wait: never })).toBe('acknowledged')
  })

  it('that the destination does not answer ends after a minute', async () => {
    const waited: number[] = []
    const wait = (ms: number) => {
      waited.push(ms)
      return atOnce()
    }
    await expect(inTime(slow, over, { wait })).rejects.toThrow('No acknowledgement after 60 seconds')
    expect(waited).toEqual([60_000])
  })

  it('ends with the sink', async () => {
    await expect(inTime(slow, AbortSignal.abort(new Error('closed')), { wait: never })).rejects.toThrow('closed')
  })
})
