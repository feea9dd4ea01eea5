import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import type { Needed } from '../observers/loading.fixture.ts'
import { schemes } from './schemes.ts'

/** Resolves packages as a project does that has not installed them. */
const without = (packages: readonly string[]) => `
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (!${JSON.stringify(packages)}.includes(specifier)) return next(specifier, context)
    throw Object.assign(new Error("Cannot find package '" + specifier + "'"), { code: 'ERR_MODULE_NOT_FOUND' })
  },
})`

const drivers = [...new Set(Object.values(schemes).flatMap(({ packages }) => packages))]

describe('a server whose sink needs a package that is not installed', () => {
  it.each(Object.entries(schemes).filter(([name, { packages }]) => packages.length > 0 && !schemes[name.slice(0, -1)]))(
    'does not start, and says what to install for %s',
    async (scheme, { packages }) => {
      const { ended } = start({
        env: {
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(without(drivers))}`,
          SIGNALBOX_SINKS: JSON.stringify([{ id: 'audit', to: `${scheme}://ann:hunter2@127.0.0.1:1` }]),
        },
      })
      const { code, stderr } = await ended
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(
          `The sink audit (${scheme}://…) needs the package${packages.length > 1 ? 's' : ''} ${packages.join(' and ')}: npm i ${packages.join(' ')}\n`,
        ),
      ])
      expect(stderr).not.toContain('hunter2')
    },
  )
})

/** What a server with these sinks has loaded of the drivers. */
async function loadedWith(sinks: readonly object[]): Promise<readonly string[]> {
  const program = fileURLToPath(new URL('../observers/loading.fixture.ts', import.meta.url))
  const settings = { adminPort: 'off', accessLog: 'off', tracing: false, sinks }
  const args = ['--no-warnings', '--conditions=@signalbox/source', program, JSON.stringify(settings)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 })
  const { loaded }: Needed = JSON.parse(stdout)
  return [...drivers.map((name) => `/node_modules/${name}/`), '/sinks/src/', '/server/src/sinks/open-sinks.ts'].filter(
    (part) => loaded.some((url) => url.includes(part)),
  )
}

it('a server without sinks loads no driver, and one with a sink loads that of its scheme alone', async () => {
  const [none, amqp] = await Promise.all([loadedWith([]), loadedWith([{ id: 'audit', to: 'amqp://127.0.0.1:1' }])])
  expect(none).toEqual([])
  expect(amqp).toEqual(['/node_modules/rabbitmq-client/', '/sinks/src/', '/server/src/sinks/open-sinks.ts'])
})
