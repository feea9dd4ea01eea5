import type { ServerResponse } from 'node:http'
import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getHeaders } from '../../headers/header-list.ts'
import { defineGatewayPlugin } from '../../plugin-api/own-plugin.ts'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { startBackend } from '../scene/backend.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

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

    it('a split sends clients to their side, and counts the responses that they got in full', async () => {
      const box = createSignalbox()
      onTestFinished(() => box.close())
      const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
      await box.experiments.create({ body: { id: 'e', name: 'E', enabled: true, variants } })
      const next = await startNext((_, response) => response.end('next'))
      const { call } = await setUp(
        ({ url = '' }, response) => {
          if (url === '/cut') {
            response.writeHead(200, { 'Content-Length': 10 })
            return void response.write('cut', () => response.destroy())
          }
          response.writeHead(Number(url.slice(1)) || 200).end()
        },
        {
          options: { experiments: box.experiments },
          further: { next: next.port },
          slots: [
            slot('ExperimentSplit', {
              ...{ experiment: 'e', client: { from: 'header', name: 'X-Client' }, displayed: true },
              backends: { B: 'next' },
            }),
          ],
        },
      )
      const from = (client: string) => ({ headers: { 'X-Client': client } })
      for (const path of ['/200', '/204', '/302', '/404', '/503']) await call(path, from('ann'))
      await call('/200', { ...from('ann'), method: 'HEAD' })
      await call('/cut', from('ann')).catch(() => {})
      for (let i = 0; i < 3; i++) expect((await call('/', from('bob'))).text).toBe('next')
      const counted = async () => (await box.experiments.results({ id: 'e' })).results.map(({ displayed }) => displayed)
      await expect.poll(counted, { timeout: 5000 }).toEqual([3, 3])
    })

    it('targets and mirrors learn of the gateway by Via, whatever plugins do', async () => {
      const next = await startNext()
      const names = ['Via', 'VIA', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host']
      const own = defineGatewayPlugin({
        ...{ id: 'own', name: 'Own', description: 'Hides', steps: ['TransformRequest'], categories: ['Headers'] },
        ...{ configSchema: { type: 'object', properties: {} }, stage: 'request' },
        compile: () => ({
          request({ out }) {
            out.set('vIA', '1.1 other')
            out.add('Via', '1.1 more')
            return undefined
          },
          forwarded: ({ out }) => out.remove('Via'),
        }),
      })
      const { call, backend } = await setUp((_, response) => response.end('ok'), {
        further: { next: next.port },
        options: { name: 'edge' },
        plugins: [own],
        slots: [
          slot('RemoveHeadersIn', { header_names: names }),
          slot('AdditionalHeadersIn', { headers: { Via: '1.1 none' } }),
          { plugin: 'own', config: {} },
          slot('TrafficMirror', { backend: 'next', percent: 100 }),
        ],
      })
      await call('/', { headers: { Via: '1.0 cdn' } })
      await expect.poll(() => next.seen.length).toBe(1)
      for (const { seen } of [backend, next]) expect(getHeaders(seen[0]!.headers, 'via')).toEqual(['1.0 cdn, 1.1 edge'])
    })

    it('a copy of a request goes to the mirror, with its path, headers and body', async () => {
      const next = await startNext((_, response) => response.writeHead(500).end('dropped'))
      const { call } = await setUp((_, response) => response.end('ok'), {
        further: { next: next.port },
        slots: [slot('TrafficMirror', { backend: 'next' })],
      })
      const headers = { 'X-A': '1', 'Content-Length': 4 }
      expect((await call('/a?b=c', { method: 'PUT', headers }, Buffer.from('ping'))).text).toBe('ok')
      expect((await call('/d')).text).toBe('ok')
      await expect.poll(() => next.seen.length).toBe(2)
      expect(next.seen.map(({ method, target, body }) => [method, target, body])).toEqual([
        ['PUT', '/a?b=c', 'ping'],
        ['GET', '/d', ''],
      ])
      const names = next.seen[0]!.headers.map((one) => one.toLowerCase())
      expect(names[names.indexOf('x-signalbox-mirror') + 1]).toBe('1')
      expect(names[names.indexOf('x-a') + 1]).toBe('1')
      expect(names[names.indexOf('content-length') + 1]).toBe('4')
    })

    it('a mirror that is slow, large, or down changes nothing for the client', async () => {
      const held: ServerResponse[] = []
      const slow = await startNext((_, response) => void held.push(response))
      const large = await startNext((_, response) => response.end(Buffer.alloc(1_000_000)))
      const down = await startBackend()
      await down.close()
      const { call, reports, ended } = await setUp((_, response) => response.end('ok'), {
        further: { slow: slow.port, large: large.port, down: down.port },
        slots: ['slow', 'large', 'down'].map((backend) => slot('TrafficMirror', { backend })),
      })
      for (let i = 0; i < 5; i++) expect((await call('/')).text).toBe('ok')
      await expect.poll(() => [slow.seen.length, large.seen.length]).toEqual([5, 5])
      expect([reports, ended.map(({ cause }) => cause)]).toEqual([[], Array.from({ length: 5 })])
      // The gateway closes when its copies have ended.
      for (const response of held) response.end()
    })

    it('a large body is not copied, but comes to the backend', async () => {
      const next = await startNext()
      const { call, backend } = await setUp(undefined, {
        further: { next: next.port },
        slots: [slot('TrafficMirror', { backend: 'next' })],
      })
      await call('/', { method: 'POST' }, Buffer.alloc(65_537, 'a'))
      await call('/last')
      await expect.poll(() => next.seen.map(({ target }) => target)).toEqual(['/last'])
      expect(backend.seen[0]?.body).toHaveLength(65_537)
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
