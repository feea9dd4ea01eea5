import { createSignalbox } from '@signalbox/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createGateway } from '../../create-gateway.ts'
import { testPlugin } from '../../pipeline/pipeline.fixture.ts'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { startBackend } from '../scene/backend.fixture.ts'
import { callHttp } from '../scene/scene.fixture.ts'

/** Since when the API of these tests is deprecated. */
const SINCE = Date.UTC(2026, 0, 1)

/** Stands in for a plugin that identifies consumers: the header `Plan` says of which plan they are. */
const identity = testPlugin({
  stage: 'identify',
  compile: () => ({
    request(exchange) {
      const plan = exchange.headers.get('plan')
      if (plan === 'nobody') return { refuse: 'errors.credentials.missing' }
      exchange.consumer = { id: 'ann', plan }
      return undefined
    },
  }),
})

const keyless = (id: string) => ({ id, status: 'published', access_mode_configuration_type: 'keyless' })

/** Registers tests of the headers that announce the end of an API or of a consumer's plan. */
export function describeLifecycle({ name, open }: ProxySubject): void {
  describe(`${name}: lifecycle`, () => {
    const onEnd: (() => Promise<unknown>)[] = []
    afterEach(async () => {
      for (const end of onEnd.splice(0).reverse()) await end()
    })

    async function setUp(respond: Parameters<typeof startBackend>[0] = (_, response) => response.end('ok')) {
      let now = SINCE
      const backend = await startBackend(respond)
      const box = createSignalbox({ clock: () => now, plugins: [identity] })
      const gateway = createGateway({ source: box.gatewaySource, plugins: [identity] })
      onEnd.push(
        backend.close,
        () => box.close(),
        () => gateway.close({ drainMs: 0 }),
      )
      await gateway.ready()
      const backends = [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: backend.port }] } }]
      const publish = async (id: string, more: object) => {
        const routes = [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }]
        const flows = [{ id: 'f', plugins: { slots: [{ plugin: 'test' }] } }]
        await box.apis.create({
          body: { id, name: id, domain: 'shop.example', backends, routes, flows, ...more } as never,
        })
        await box.apis.patch({ id, body: { state: 'published' } })
      }
      await publish('shop', {
        documentation: { home: { url: 'https://docs.example/' }, plans: [keyless('old'), keyless('new')] },
      })
      const opened = await open(gateway)
      onEnd.push(() => opened.close())
      const patch = (body: object) => box.apis.patch({ id: 'shop', body })
      async function fieldsOf(plan = 'new', path = '/') {
        const { status, headers } = await callHttp(`http://127.0.0.1:${opened.port}${path}`, {
          headers: { Plan: plan },
        })
        const { deprecation, sunset, link } = headers
        return { status, deprecation, sunset, link }
      }
      return { box, patch, publish, fieldsOf, pass: (ms: number) => (now += ms) }
    }

    const docs = '<https://docs.example/>; rel="deprecation"'
    const none = { deprecation: undefined, sunset: undefined, link: undefined }

    it('responses of the backend and refusals tell of a deprecated API, as soon as the write has resolved', async () => {
      const { patch, fieldsOf } = await setUp()
      expect(await fieldsOf()).toEqual({ status: 200, ...none })
      await patch({ state: 'deprecated' })
      const told = { deprecation: `@${SINCE / 1000}`, sunset: undefined, link: docs }
      expect(await fieldsOf()).toEqual({ status: 200, ...told })
      expect(await fieldsOf('nobody')).toEqual({ status: 401, ...told })
      await patch({ sunset_at: Date.UTC(2027, 0, 1) })
      expect((await fieldsOf()).sunset).toBe('Fri, 01 Jan 2027 00:00:00 GMT')
      await patch({ state: 'published' })
      expect(await fieldsOf()).toEqual({ status: 200, ...none })
    })

    it('consumers of a deprecated plan are told of their plan, others of the API', async () => {
      const { patch, fieldsOf, pass } = await setUp()
      const status = (value: string) => patch([{ op: 'replace', path: '/documentation/plans/0/status', value }])
      await status('deprecated')
      expect(await fieldsOf('new')).toEqual({ status: 200, ...none })
      expect(await fieldsOf('old')).toMatchObject({ deprecation: `@${SINCE / 1000}` })
      pass(60_000)
      await patch({ state: 'deprecated' })
      expect(await fieldsOf('new')).toMatchObject({ deprecation: `@${SINCE / 1000 + 60}` })
      expect(await fieldsOf('old')).toMatchObject({ deprecation: `@${SINCE / 1000}` })
    })

    it('the link to the successor follows the successor', async () => {
      const { box, patch, publish, fieldsOf } = await setUp()
      await patch({ state: 'deprecated', successor: 'next' })
      const linkOf = async () => (await fieldsOf()).link
      expect(await linkOf()).toBe(docs)
      await publish('next', { context_path: '/v2' })
      expect(await linkOf()).toBe(`${docs}, </v2>; rel="successor-version"`)
      await box.apis.draft.patch({ id: 'next', body: { context_path: '/v3', domain: 'next.example' } })
      await box.apis.deployments.create({ id: 'next', body: {} })
      expect(await linkOf()).toBe(`${docs}, <//next.example/v3>; rel="successor-version"`)
      await box.apis.delete({ id: 'next' })
      expect(await linkOf()).toBe(docs)
    })

    it('what the backend says itself is kept', async () => {
      const { patch, fieldsOf } = await setUp((_, response) => {
        response.setHeader('Deprecation', '@1')
        response.setHeader('Link', '</next>; rel="next"')
        response.end('ok')
      })
      await patch({ state: 'deprecated', sunset_at: Date.UTC(2027, 0, 1) })
      expect(await fieldsOf()).toEqual({
        ...{ status: 200, deprecation: '@1', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' },
        link: `</next>; rel="next", ${docs}`,
      })
    })
  })
}
