import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyPackages, type PackagesCopy } from './copy-packages.fixture.ts'

const server = 'packages/server/src/sinks'
const page = 'packages/server/docs/sinks.md'

/** The new files of a sink: the sink and its test, and its driver for the addresses of the `signalbox` command. */
const files = {
  'packages/sinks/src/file/file-sink.ts': `
    import { appendFileSync, existsSync, readFileSync } from 'node:fs'
    import { behind, type Sink } from '@signalbox/core/sinks'
    import { createEnvelope, type EnvelopeOptions } from '../envelope.ts'

    /** Options of a sink in a file. */
    export interface FileSinkOptions extends EnvelopeOptions {
      readonly path: string
    }

    /** Appends events to a file of this process, an event on each line. */
    export function fileSink({ path, ...format }: FileSinkOptions): Sink {
      const toEnvelope = createEnvelope(format)

      const last = () => Number(existsSync(path) && readFileSync(path, 'utf8').trimEnd().split('\\n').at(-1)?.split('\\t')[0])

      return {
        kind: 'file',
        position: async () => last(),
        async append(events, after) {
          const position = last()
          const missing = events.filter(({ _id }) => _id > position)
          if (position !== after && missing.length === events.length) throw behind(after, { position })
          const lines = missing.map(toEnvelope).map(({ id, key, text }) => [id, key, text].join('\\t') + '\\n')
          appendFileSync(path, lines.join(''))
        },
        close: async () => {},
      }
    }`,
  'packages/sinks/src/file/file-sink.test.ts': `
    import { mkdtemp, readFile } from 'node:fs/promises'
    import { join } from 'node:path'
    import { describeSink } from '@signalbox/testing'
    import { fileSink } from './file-sink.ts'

    describeSink(
      'to a file',
      async () => {
        const path = join(await mkdtemp(join(import.meta.dirname, 'events-')), 'log')
        return {
          open: async () => fileSink({ path }),
          async readAll() {
            const lines = (await readFile(path, 'utf8').catch(() => '')).split('\\n').slice(0, -1)
            return lines.map((line) => line.split('\\t')).map(([id, key = '', text = '']) => ({ id: Number(id), key, text }))
          },
          appendUnacknowledged: (events, after) => fileSink({ path }).append(events, after, new AbortController().signal),
        }
      },
      { isExact: true },
    )`,
  [`${server}/file.ts`]: `
    import type { Driver, Scheme } from './driver.ts'

    /** Files. */
    export const file: Scheme = { packages: [], options: { ending: 'text' }, load }

    async function load(): Promise<Driver> {
      const { fileSink } = await import('@signalbox/sinks/file')
      return async ({ to, options: { ending }, envelope }) =>
        fileSink({ path: new URL(to).pathname + (ending ?? ''), ...envelope })
    }`,
} as const

/** What follows from the new files and a row of two others, with the settings of a server. It is also type-checked. */
const program = `
  import { readFile } from 'node:fs/promises'
  import { createSignalbox } from '@signalbox/core'
  import { openSinks } from './${server}/open-sinks.ts'

  const surroundings = { environment: { ENDING: '.log' }, settings: { timeZone: 'UTC' } as never }
  const open = (options: object) => openSinks([{ id: 'audit', to: 'file://' + process.cwd() + '/audit', ...options }], surroundings)
  const refused = await open({ endings: '.log' }).catch(({ message }) => message)
  const box = createSignalbox({ sinks: await open({ ending: '$ENDING', format: 'cloudevents' }) })
  await box.configs.create({ body: { id: 'fee', value: 5 } })
  const text = () => readFile('audit.log', 'utf8').catch(() => '')
  while ((await text()) === '') await new Promise((resolve) => setTimeout(resolve, 10))
  const [, key, event = ''] = (await text()).trimEnd().split('\\t')
  const { kind, state } = (await box.sinks.list()).results[0]!
  await box.close()
  process.stdout.write(JSON.stringify({ refused, key, type: JSON.parse(event).type, kind, state }))`

let copy: PackagesCopy

/** Adds a sink as the page for contributors says: three new files, and a row in two others. The rest is documentation. */
beforeAll(async () => {
  const others = ['client', 'dashboard', 'gateway', 'hono', 'migrate', 'scripts', 'sql', 'test-brokers', 'testing']
  copy = await copyPackages('core/src', 'server/src', 'sinks/src', ...others.map((name) => `${name}/src`))
  for (const [path, text] of Object.entries(files)) await copy.write(path, text)
  const entry = '"./file": { "@signalbox/source": "./src/file/file-sink.ts" }'
  await copy.replace('packages/sinks/package.json', '"./kafka": {', `${entry},\n    "./kafka": {`)
  await copy.replace(`${server}/schemes.ts`, 'import ', "import { file } from './file.ts'\nimport ")
  await copy.replace(`${server}/schemes.ts`, '{ kafka, ', '{ file, kafka, ')
  await copy.write('program.ts', program)
})
afterAll(() => copy.remove())

it('a sink, its driver and a row for each make a destination of the settings', async () => {
  expect(await copy.typecheck(`${server}/file.ts`, 'packages/sinks/src/file/*.ts')).toBe('')
  expect(JSON.parse(await copy.node('program.ts'))).toEqual({
    refused: expect.stringMatching('the unknown option endings .*did you mean ending'),
    key: 'fee',
    type: 'signalbox.CONFIG_CREATED',
    kind: 'file',
    state: 'running',
  })
})

it('its tests pass, and those of the settings pass once the page has its section', async () => {
  await copy.take(`${server}/options.test.ts`)
  await copy.take(page)
  const conditions = `{ conditions: ['@signalbox/source'] }`
  await copy.write('vitest.config.ts', `export default { resolve: ${conditions}, ssr: { resolve: ${conditions} } }`)
  const vitest = (path: string) =>
    copy.node('node_modules/vitest/vitest.mjs', 'run', path).catch(({ stdout }) => stdout as string)
  expect(await vitest('packages/sinks/src/file/file-sink.test.ts')).not.toMatch(/failed/)
  expect(await vitest(`${server}/options.test.ts`)).toMatch(/2 failed/)
  const section = ['### Files', '```text', 'sinks:', '  - id: audit', '    to: file:///audit', '```', '`ending`'].join(
    '\n',
  )
  await copy.replace(page, '### Kafka', `${section}\n\n### Kafka`)
  expect(await vitest(`${server}/options.test.ts`)).not.toMatch(/failed/)
})
