import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyPackages, type PackagesCopy } from './copy-packages.fixture.ts'

const core = 'packages/core/src/plugins'
const gateway = 'packages/gateway/src/plugins'

const code = `${gateway}/user-agent-block-list/code.ts`

/** The new files of a plugin: its definition, its code and its test. */
const files = {
  [`${core}/definitions/user-agent-block-list.ts`]: `
    import { definePlugin } from '../define-plugin.ts'
    import { settings, texts } from '../settings.ts'

    /** Rejects requests of programs in the list. */
    export const userAgentBlockList = definePlugin({
      id: 'UserAgentBlockList',
      name: 'Blocked programs',
      description: 'Rejects requests of programs in the list',
      steps: ['ValidateAccess'],
      categories: ['AccessControl', 'Security'],
      configSchema: settings({ agents: texts('Beginnings of User-Agent') }),
      defaultConfig: { agents: [] },
    })`,
  [code]: `
    import { defineCode } from '../../plugin-api/define-code.ts'
    import type { Refused } from '../../plugin-api/refused.ts'

    interface Config {
      readonly agents: readonly string[]
    }

    const forbidden: Refused = { refuse: 'errors.address.forbidden', message: 'This program is not allowed' }

    /** Refuses programs whose User-Agent begins with a text of the list. */
    export const userAgentBlockList = defineCode<Config>({
      stage: 'admit',
      compile: ({ agents }) => ({
        request: ({ headers }) =>
          agents.some((agent) => headers.get('user-agent')?.startsWith(agent)) ? forbidden : undefined,
      }),
    })`,
  [`${gateway}/user-agent-block-list/code.test.ts`]: `
    import { expect, it } from 'vitest'
    import { asked } from '../compiled.fixture.ts'

    it('UserAgentBlockList refuses programs of the list', () => {
      const verdictOf = (agent: string) =>
        asked('UserAgentBlockList', { agents: ['Bot/'] }, { headers: ['User-Agent', agent] })
      expect(verdictOf('Bot/1.0')).toMatchObject({ refuse: 'errors.address.forbidden' })
      expect(verdictOf('Browser/1.0')).toBeUndefined()
    })`,
} as const
const row =
  '| `UserAgentBlockList` | Rejects requests of programs in the list | ValidateAccess | yes |\n| `AllowHttpMethods` '

/** A program that uses the new plugin from its configuration to a response. It is also type-checked. */
const program = `
  import { createSignalbox } from '@signalbox/core'
  import { createGateway } from '@signalbox/gateway'

  const box = createSignalbox()
  const slot = (name: string, config: object) => ({ plugin: \`cp:gateway.next.plugins.\${name}\`, config })
  const shop = (agents: unknown) => ({
    id: 'shop',
    name: 'Shop',
    domain: 'shop.example',
    flows: [{ id: 'f', plugins: { slots: [slot('UserAgentBlockList', { agents }), slot('StaticResponse', {})] } }],
    routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/'] } }],
  })
  const refused = await box.apis.create({ body: shop('Bot/') as never }).catch(({ fieldErrors }) => Object.keys(fieldErrors))
  await box.apis.create({ body: shop(['Bot/']) as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const gateway = createGateway({ source: box.gatewaySource })
  await gateway.ready()
  const statusFor = async (agent: string) =>
    (await gateway.fetch(new Request('http://shop.example/', { headers: { 'User-Agent': agent } }))).status
  const entry = (await box.apis.plugins()).results.find(({ id }) => id.endsWith('.UserAgentBlockList'))
  const statuses = [await statusFor('Bot/1.0'), await statusFor('Browser/1.0')]
  await gateway.close()
  await box.close()
  process.stdout.write(JSON.stringify({ refused, statuses, entry }))`

let copy: PackagesCopy

/** Adds a plugin as the page for contributors says: three new files, and a row in three others. */
beforeAll(async () => {
  copy = await copyPackages('core/src', 'gateway/src')
  for (const [path, text] of Object.entries(files)) await copy.write(path, text)
  await copy.replace(`${core}/index.ts`, '  allowHttpMethods,\n', '  userAgentBlockList,\n  allowHttpMethods,\n')
  await copy.replace(
    `${core}/index.ts`,
    'import ',
    "import { userAgentBlockList } from './definitions/user-agent-block-list.ts'\nimport ",
  )
  await copy.write('program.ts', program)
})
afterAll(() => copy.remove())

it('a plugin that the gateway does not list, and one that refuses with a misspelled cause, do not compile', async () => {
  const misspelled = 'packages/gateway/src/examples/misspelled/code.ts'
  await copy.write(misspelled, files[code].replace('errors.address.forbidden', 'errors.address.not.allowed'))
  const errors = await copy.typecheck('program.ts', misspelled)
  expect(errors).toMatch(/plugins\/index\.ts.*Property 'UserAgentBlockList' is missing/)
  expect(errors).toMatch(/misspelled\/code\.ts.*"errors\.address\.not\.allowed"' is not assignable/)
})

it('a definition, code and a row for each make a plugin of the catalog, which the gateway runs', async () => {
  await copy.replace(
    `${gateway}/index.ts`,
    '  Cors: cors,\n',
    '  Cors: cors,\n  UserAgentBlockList: userAgentBlockList,\n',
  )
  await copy.replace(
    `${gateway}/index.ts`,
    'import ',
    "import { userAgentBlockList } from './user-agent-block-list/code.ts'\nimport ",
  )
  expect(await copy.typecheck('program.ts')).toBe('')
  expect(JSON.parse(await copy.node('program.ts'))).toEqual({
    refused: ['/flows/0/plugins/slots/0/config/agents'],
    statuses: [403, 200],
    entry: expect.objectContaining({
      id: 'cp:gateway.next.plugins.UserAgentBlockList',
      default_config: { agents: [] },
      implemented: true,
    }),
  })
})

it('its tests, those of the catalog and that of the page pass, once the page has its row', async () => {
  const tests = [`${gateway}/user-agent-block-list/code.test.ts`]
  for (const path of [`${gateway}/find-code.test.ts`, `${core}/plugins.test.ts`, `${core}/plugins-page.test.ts`]) {
    await copy.take(path)
    tests.push(path)
  }
  // Each folder of a plugin has its test in the repository.
  await copy.replace(`${gateway}/find-code.test.ts`, "['code.ts', 'code.test.ts']", "['code.ts']")
  await copy.take('packages/core/docs/plugins.md')
  const conditions = `{ conditions: ['@signalbox/source'] }`
  await copy.write('vitest.config.ts', `export default { resolve: ${conditions}, ssr: { resolve: ${conditions} } }`)
  const vitest = () => copy.node('node_modules/vitest/vitest.mjs', 'run', ...tests).catch(({ stdout }) => stdout)
  expect(await vitest()).toMatch(/the page of plugins has the row \| `UserAgentBlockList`/)
  await copy.replace('packages/core/docs/plugins.md', '| `AllowHttpMethods` ', row)
  expect(await vitest()).toMatch(/4 passed/)
})
