import { describe, expect, it } from 'vitest'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import type { SideRequest, SideResponse } from '../../plugin-api/side-call.ts'
import { compiled } from '../compiled.fixture.ts'

const next = { targets: [{ hostname: 'next.internal', port: 80 }] } as never

/** A mirror whose calls are answered by hand. */
function mirror(config: object = {}) {
  const calls: SideRequest[] = []
  const pending: PromiseWithResolvers<SideResponse>[] = []
  const hooks = compiled(
    'TrafficMirror',
    { backend: 'next', ...config },
    {
      backends: { next },
      call(request) {
        calls.push(request)
        const answer = Promise.withResolvers<SideResponse>()
        pending.push(answer)
        return answer.promise
      },
    },
  )
  return { hooks, calls, pending }
}

const bytes = (length: number) => new Uint8Array(length)

describe('TrafficMirror', () => {
  it('copies a request without a body when it goes to its backend', () => {
    const { hooks, calls } = mirror()
    const exchange = fakeExchange({ method: 'DELETE', headers: ['X-A', '1'] })
    hooks.forwarded!(exchange)
    expect(calls).toMatchObject([
      { exchange, backend: next, method: 'DELETE', headers: ['X-A', '1', 'X-Signalbox-Mirror', '1'], body: undefined },
    ])
    expect(exchange.out.list).toEqual(['X-A', '1'])
  })

  it('copies a body that was read as a whole', () => {
    const { hooks, calls } = mirror()
    hooks.forwarded!(fakeExchange({ hasBody: true, body: bytes(65_536) }))
    hooks.forwarded!(fakeExchange({ hasBody: true, body: bytes(65_537) }))
    expect(calls.map(({ body }) => body?.length)).toEqual([65_536])
  })

  it('copies a body when its last byte has come, once, and passes it on', () => {
    const { hooks, calls } = mirror()
    const exchange = fakeExchange({ hasBody: true })
    hooks.forwarded!(exchange)
    const { chunk, flush } = hooks.requestBody!(exchange)!
    expect([chunk(bytes(2)), chunk(bytes(3)), calls.length, flush?.()]).toEqual([bytes(2), bytes(3), 0, undefined])
    expect(calls[0]?.body).toEqual(bytes(5))
    expect(hooks.requestBody!(exchange)).toBeUndefined()
  })

  it('does not copy bodies that turn out to be, or say that they are, too large', () => {
    const { hooks, calls } = mirror()
    const exchange = fakeExchange({ hasBody: true })
    hooks.forwarded!(exchange)
    const { chunk, flush } = hooks.requestBody!(exchange)!
    for (const length of [65_536, 1]) expect(chunk(bytes(length))).toHaveLength(length)
    flush?.()
    const large = fakeExchange({ hasBody: true, headers: ['Content-Length', '65537'] })
    hooks.forwarded!(large)
    expect([hooks.requestBody!(large), calls]).toEqual([undefined, []])
  })

  it('copies the share of requests that it says, and no drafts', () => {
    const { hooks, calls } = mirror({ percent: 20 })
    for (let i = 0; i < 400; i++) hooks.forwarded!(fakeExchange({ id: `request-${i}` }))
    expect(calls.length).toBeGreaterThan(50)
    expect(calls.length).toBeLessThan(100)
    const draft = mirror()
    draft.hooks.forwarded!(fakeExchange({ draft: true }))
    expect(draft.calls).toEqual([])
  })

  it('has at most 100 copies in progress', async () => {
    const { hooks, calls, pending } = mirror()
    for (let i = 0; i < 150; i++) hooks.forwarded!(fakeExchange())
    expect(calls).toHaveLength(100)
    pending[0]?.resolve({ status: 200, headers: [], body: undefined })
    pending[1]?.reject(new Error('no'))
    const again = (): number => {
      hooks.forwarded!(fakeExchange())
      return calls.length
    }
    await expect.poll(again).toBe(102)
  })
})
