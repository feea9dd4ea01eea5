import { compile, type GatewayApi } from '@signalbox/core'
import { race, type Standing } from '../../harness.ts'
import type { RowGroup } from '../../row.ts'

const ROUTES = 1000
const MOST_MS = 20

/** The cost of compiling the routes of an API, compared with copying them through JSON. */
export const gateway: RowGroup = {
  title: `Compiling an API: ${ROUTES.toLocaleString('en')} routes, 3 plans`,
  async measure(effort) {
    const api = largeApi(ROUTES)
    const { routes, warnings } = compile(api)
    if (routes.length !== ROUTES || warnings.length > 0)
      throw new Error(`The API compiles to ${routes.length} routes with ${warnings.length} warnings`)
    const text = JSON.stringify(routes)
    const [copied, compiled] = (await race(
      [
        { name: 'copy', run: repeated(() => JSON.parse(JSON.stringify(routes))) },
        { name: 'compile', run: repeated(() => compile(api)) },
      ],
      effort,
    )) as [Standing, Standing]
    const ms = compiled.nanoseconds / 1e6
    return [
      {
        what: `JSON.parse(JSON.stringify(routes)), ${(text.length / 1024).toFixed(0)} KiB`,
        figure: `${(copied.nanoseconds / 1e6).toFixed(2)} ms`,
        ratio: '1.00',
      },
      {
        what: 'compile, warnings included',
        figure: `${ms.toFixed(2)} ms`,
        ratio: compiled.ratio.toFixed(2),
        goal: `< ${MOST_MS} ms`,
        met: ms < MOST_MS,
      },
    ]
  },
}

const repeated = (work: () => unknown) => (times: number) => {
  for (let i = 0; i < times; i++) work()
}

/** A published API with routes on ten backends, two flows and three plans. */
export function largeApi(routes: number): GatewayApi {
  const plugin = (name: string) => ({ plugin: `cp:gateway.next.plugins.${name}` })
  return {
    id: 'large',
    name: 'Large',
    domain: 'api.x.tld',
    context_path: '/v1',
    state: 'published',
    routes: Array.from({ length: routes }, (_, i) => ({
      id: `route-${i}`,
      backend: `backend-${i % 10}`,
      flow_ref: `flow-${i % 2}`,
      frontend: { paths: [`/area${i % 50}/:id/things-${i >> 1}`], methods: [i % 2 === 0 ? 'GET' : 'PUT'], exact: true },
    })),
    backends: Array.from({ length: 10 }, (_, i) => ({
      id: `backend-${i}`,
      backend: { targets: [{ hostname: `target-${i}.local`, port: 8080 }], root: '/' },
    })),
    flows: [0, 1].map((i) => ({
      id: `flow-${i}`,
      plugins: { slots: [plugin('OverrideHost'), plugin('Cors'), plugin('Compression')] },
    })),
    documentation: {
      plans: [
        { id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' },
        {
          id: 'tokens',
          status: 'published',
          access_mode_configuration_type: 'jwt',
          access_mode_configuration: { jwksUrl: 'https://id.x.tld/keys' },
        },
        {
          id: 'certificates',
          status: 'deprecated',
          access_mode_configuration_type: 'mtls',
          access_mode_configuration: { subjectPatterns: ['CN=*.x.tld'] },
        },
      ],
    },
  }
}
