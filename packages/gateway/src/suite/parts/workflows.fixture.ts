import http from 'node:http'
import { describe, expect, it } from 'vitest'
import type { GatewayWorkflows } from '../../engines/engines.ts'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })

/** Registers tests of workflows that respond and decide. */
export function describeWorkflows({ name, open }: ProxySubject): void {
  describe(`${name}: workflows`, () => {
    const setUp = scenes(open)

    it('a workflow responds in place of the backend, with the body of the request', async () => {
      const run: GatewayWorkflows['run'] = async ({ body: { input } }) => {
        const { request } = input as { request: { body: { name: string } } }
        return { result: { status: 201, headers: { 'X-A': 'b' }, body: `Hello ${request.body.name}` } }
      }
      const { call, backend } = await setUp(undefined, {
        options: { workflows: { run } },
        slots: [slot('WorkflowBackend', { workflow: 'w' })],
      })
      const options = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
      const { status, headers, text } = await call('/', options, Buffer.from('{"name":"ada"}'))
      expect([status, headers['x-a'], text, backend.seen.length]).toEqual([201, 'b', 'Hello ada', 0])
      expect(headers['content-length']).toBe('9')
    })

    it('a body beyond the limit is refused before the workflow runs', async () => {
      let runs = 0
      const run: GatewayWorkflows['run'] = async () => ({ result: ++runs })
      const { call } = await setUp(undefined, {
        options: { workflows: { run }, wholeBodyLimit: 10 },
        slots: [slot('WorkflowBackend', { workflow: 'w' })],
      })
      expect((await call('/', { method: 'POST' }, Buffer.alloc(11, 'a'))).status).toBe(413)
      expect(runs).toBe(0)
    })

    it('a workflow decides who comes to the backend, and what it is told', async () => {
      const run: GatewayWorkflows['run'] = async ({ body: { input } }) => {
        const { request } = input as { request: { path: string } }
        return { result: { allow: request.path !== '/secret', headers: { 'X-Role': 'guest' }, message: 'Not you' } }
      }
      const { call, backend } = await setUp(undefined, {
        options: { workflows: { run } },
        slots: [slot('WorkflowAccess', { workflow: 'w' })],
      })
      const statuses = []
      for (const path of ['/', '/secret']) statuses.push((await call(path)).status)
      expect(statuses).toEqual([200, 403])
      expect(backend.seen[0]?.headers.join('\n')).toContain('X-Role\nguest')
    })

    it('a client that leaves ends the run', async () => {
      const ended = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const run: GatewayWorkflows['run'] = (_, { signal } = {}) => {
        signal?.addEventListener('abort', () => ended.resolve())
        begun.resolve()
        return new Promise(() => {})
      }
      const { port, reports } = await setUp(undefined, {
        options: { workflows: { run } },
        slots: [slot('WorkflowBackend', { workflow: 'w', timeout: 60_000 })],
      })
      const request = http.get(`http://127.0.0.1:${port}/`, { agent: false, headers: { Host: 'shop.example' } })
      request.on('error', () => {})
      await begun.promise
      request.destroy()
      await ended.promise
      expect(reports).toEqual([])
    })
  })
}
