import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { cachedResolve } from './resolve.ts'

const at = (address: string): LookupAddress[] => [{ address, family: 4 }]
const failure = (code: string) => Object.assign(new Error(code), { code })

/** A resolver whose answer can be changed, and a clock that can be moved. */
function setUp(first: LookupAddress[] | Error = at('127.0.0.1')) {
  let answer = first
  let now = 1000
  const asked: string[] = []
  const resolve = cachedResolve(
    async (hostname) => {
      asked.push(hostname)
      if (answer instanceof Error) throw answer
      return answer
    },
    () => now,
  )
  return {
    asked,
    addressOf: async (hostname: string) => (await resolve(hostname)).map(({ address }) => address).join(' '),
    answer(next: LookupAddress[] | Error) {
      answer = next
    },
    wait(ms: number) {
      now += ms
    },
  }
}

describe('answers', () => {
  it('are all addresses of a name', async () => {
    const { addressOf } = setUp([...at('127.0.0.1'), { address: '::1', family: 6 }])
    expect(await addressOf('a.test')).toBe('127.0.0.1 ::1')
  })

  it('hold for five seconds; then changed addresses are followed', async () => {
    const { addressOf, answer, wait, asked } = setUp()
    await addressOf('a.test')
    answer(at('127.0.0.2'))
    wait(4999)
    expect(await addressOf('a.test')).toBe('127.0.0.1')
    wait(1)
    expect(await addressOf('a.test')).toBe('127.0.0.2')
    expect(asked).toHaveLength(2)
  })

  it('that are asked for at the same time are one query for each name', async () => {
    const { addressOf, asked } = setUp()
    await Promise.all([addressOf('a.test'), addressOf('a.test'), addressOf('b.test'), addressOf('a.test')])
    expect(asked).toEqual(['a.test', 'b.test'])
  })

  it('of many names do not take ever more memory', async () => {
    const { addressOf, asked } = setUp()
    for (let i = 0; i <= 1000; i++) await addressOf(`${i}.test`)
    await addressOf('0.test')
    expect(asked).toHaveLength(1002)
  })
})

describe('failures', () => {
  it('hold for a second, for all who ask at the same time', async () => {
    const { addressOf, answer, wait, asked } = setUp(failure('ENOTFOUND'))
    await expect(Promise.all([addressOf('a.test'), addressOf('a.test')])).rejects.toThrow('ENOTFOUND')
    answer(at('127.0.0.1'))
    wait(999)
    await expect(addressOf('a.test')).rejects.toThrow('ENOTFOUND')
    expect(asked).toHaveLength(1)
    wait(1)
    expect(await addressOf('a.test')).toBe('127.0.0.1')
  })

  it('of the resolver leave the last good answer for a minute', async () => {
    const { addressOf, answer, wait } = setUp()
    await addressOf('a.test')
    answer(failure('EAI_AGAIN'))
    wait(59_999)
    expect(await addressOf('a.test')).toBe('127.0.0.1')
    wait(1)
    await expect(addressOf('a.test')).rejects.toThrow('EAI_AGAIN')
  })

  it('of the resolver are asked about every second, so that new addresses are found', async () => {
    const { addressOf, answer, wait } = setUp()
    await addressOf('a.test')
    answer(failure('EAI_AGAIN'))
    wait(5000)
    expect(await addressOf('a.test')).toBe('127.0.0.1')
    answer(at('127.0.0.2'))
    wait(1000)
    expect(await addressOf('a.test')).toBe('127.0.0.2')
  })

  it('because the name does not exist any more leave nothing', async () => {
    const { addressOf, answer, wait } = setUp()
    await addressOf('a.test')
    answer(failure('ENOTFOUND'))
    wait(5000)
    await expect(addressOf('a.test')).rejects.toThrow('ENOTFOUND')
  })
})
