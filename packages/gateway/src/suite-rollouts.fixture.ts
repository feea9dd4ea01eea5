import { describe, expect, it, onTestFinished } from 'vitest'
import { startBackend } from './backend.fixture.ts'
import type { ProxySubject } from './proxy-subject.fixture.ts'
import { scenes } from './scene.fixture.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })

/** Registers tests of traffic that goes to another backend. */
export function describeRollouts({ name, open }: ProxySubject): void {
  describe(`${name}: rollouts`, () => {
    const setUp = scenes(open)

    /** Another backend. */
    async function startNext(respond?: Parameters<typeof startBackend>[0]) {
      const next = await startBackend(respond)
      onTestFinished(next.close)
      return next
    }

    it('a canary gets its share of the clients, who stay with it', async () => {
      const next = await startNext((_, response) => response.end('next'))
      const { call, backend } = await setUp((_, response) => response.end('now'), {
        further: { next: next.port },
        slots: [slot('Canary', { backend: 'next', percent: 50, sticky: true })],
      })
      for (let i = 0; i < 20; i++) {
        const { text, headers } = await call('/')
        const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? []
        expect((await call('/', { headers: { Cookie: cookie } })).text).toBe(text)
      }
      expect([backend.seen.length > 0, next.seen.length > 0]).toEqual([true, true])
    })

    it('a header leads to the canary', async () => {
      const next = await startNext((_, response) => response.end('next'))
      const { call } = await setUp((_, response) => response.end('now'), {
        further: { next: next.port },
        slots: [slot('Canary', { backend: 'next', header: 'X-Canary' })],
      })
      expect((await call('/')).text).toBe('now')
      expect((await call('/', { headers: { 'X-Canary': 'always' } })).text).toBe('next')
    })
  })
}
