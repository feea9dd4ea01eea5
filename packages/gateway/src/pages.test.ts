import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { GatewayOptions } from './gateway.ts'
import type { ListenOptions } from './node/listen.ts'
import type { Hooks } from './plugin-api/hooks.ts'

const pages = Promise.all(
  ['programs', 'own-plugins'].map((name) => readFile(new URL(`../docs/${name}.md`, import.meta.url), 'utf8')),
)

const hooks = {
  ...{ request: true, limit: true, forwarded: true, requestBody: true, response: true, responseBody: true },
  ...{ responseCoding: true, failed: true, done: true, body: true, waits: true, onRefusal: true, order: true },
  ...{ mostBody: true, preview: true },
} satisfies Record<keyof Hooks, true>

const listening = {
  ...{ port: true, host: true, tls: true, h2: true, connections: true, connectionsPerAddress: true },
  ...{ headersTimeout: true, keepAliveTimeout: true, requestsPerConnection: true, maxInFlight: true },
  ...{ bodySilenceMs: true, bodyLeastRate: true, stalledMs: true, upgradeIdleTimeout: true, earlyHints: true },
  ...{ maxInFlightPerAddress: true, clientShare: true, responseLeastRate: true, resolve: true },
  // For tests.
  now: false,
} satisfies Record<keyof ListenOptions, boolean>

/** Options that only programs with clocks, randomness or calls of their own need. */
type Port = 'clock' | 'random' | 'fetch'
const options = {
  ...{ source: true, plugins: true, trust: true, backends: true, log: true, underscore: true, configRevision: true },
  ...{ proxyStatus: true, name: true, secret: true, pluginTimeout: true, wholeBodyLimit: true, report: true },
  ...{ onBackendChange: true, limits: true, legacyRateLimitHeaders: true, state: true, staleMax: true },
  ...{ tracing: true, features: true, experiments: true, workflows: true, scripts: true, url: true },
} satisfies Record<Exclude<keyof GatewayOptions, Port>, true>

const named = (table: Readonly<Record<string, boolean>>) => Object.keys(table).filter((name) => table[name])

it.each([...named(hooks), ...named(listening), ...named(options)])('the pages about programs name %s', async (name) => {
  expect((await pages).join('\n')).toMatch(new RegExp(`\`${name}[\`.:]`))
})
