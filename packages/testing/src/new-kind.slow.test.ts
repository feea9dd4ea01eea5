import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')

/** The folder of a new kind of record: its schema, its part of the contract, and its handlers. */
const segments = {
  'segment.ts': `
    import { keySchema } from '../keys/key.ts'
    import { defineResource } from '../records/resource.ts'
    import { object, texts, Type } from '../schema.ts'

    export const segmentSchema = object({ id: keySchema, description: Type.Optional(Type.String()), included: texts })
    export const segments = defineResource({
      name: 'segment',
      plural: 'segments',
      path: '/api/segments',
      domain: 'Segment',
      events: 'SEGMENT',
      isGrantedByDefault: true,
      schema: segmentSchema,
      id: keySchema,
    })`,
  'contract.ts': `
    import { bulk, crud, patchable } from '../records/contract.ts'
    import { segments } from './segment.ts'

    export const segmentContract = { ...crud(segments), ...patchable(segments), ...bulk(segments) }`,
  'handlers.ts': `
    import { collection } from '../records/collection.ts'
    import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
    import type { Instance } from '../records/hooks.ts'
    import { segments } from './segment.ts'

    export function segmentHandlers({ instance }: { readonly instance: Instance }) {
      const records = collection(segments, instance)
      const handlers = { ...crudHandlers(records), ...patchHandler(records), ...bulkHandlers(records) }
      return { handlers: { segments: handlers }, searched: [records] }
    }`,
  'slice.ts': `
    import type { Instance } from '../records/hooks.ts'
    import { defineSlice } from '../slice.ts'
    import { segmentContract } from './contract.ts'
    import { segmentSchema, segments } from './segment.ts'

    export const segmentSlice = defineSlice({
      name: 'segments',
      contract: { segments: segmentContract },
      kinds: [segments],
      tags: { segments: 'Groups of clients' },
      named: { ClientSegment: segmentSchema },
      examples: { ClientSegment: { id: 'staff', included: ['ann'] } },
      open: async (parts: { readonly instance: Instance }) => (await import('./handlers.ts')).segmentHandlers(parts),
    })`,
}

/** What generated files are made of: \`npm run generate\` without a test runner. */
const generate = `
  import { writeFileSync } from 'node:fs'
  import { operationsModule } from './packages/client/src/operations.fixture.ts'
  import { summariesModule } from './packages/core/src/summaries.fixture.ts'
  writeFileSync('packages/core/src/summaries.ts', summariesModule())
  writeFileSync('packages/client/src/operations.ts', operationsModule())`

/** A program that uses the new kind in every way that records can be used. It is also type-checked. */
const program = `
  import { createClient } from '@signalbox/client'
  import type { AuthorizedPatterns, Domain, EventType } from '@signalbox/core'
  import { contract, createSignalbox, domains, transfers } from '@signalbox/core'
  import { openApi } from '@signalbox/core/reference'
  import { toHono } from '@signalbox/hono'

  const domain: Domain = 'Segment'
  const type: EventType = 'SEGMENT_UPDATED'
  const grants: AuthorizedPatterns = [{ pattern: 'team:*', rights: ['R'], domains: [domain] }]

  const box = createSignalbox()
  const heard: string[][] = []
  box.on(type, ({ payload }) => heard.push(payload.included ?? []))
  box.on('SEGMENTS_DELETED', ({ payload }) => heard.push([\`\${payload.count}\`]))

  const app = toHono(box, { access: () => ({ id: 'ops', admin: true }) })
  const client = createClient({ baseUrl: 'http://127.0.0.1', fetch: async (request) => app.fetch(request) })
  await client.segments.create({ body: { id: 'team:staff', included: ['ann'] } })
  await client.segments.patch({ id: 'team:staff', body: { included: ['ann', 'bob'] } })
  await box.segments.create({ body: { id: 'other' } })
  const refused = await client.segments.create({ body: { id: 'x', includes: [] } as never }).catch((error) => error.message)

  const reader = box.as({ id: 'reader', authorizedPatterns: grants })
  const byDefault = box.as({ id: 'writer', authorizedPatterns: [{ pattern: 'team:*' }] })
  const lines = []
  for await (const line of client.segments.export()) lines.push(line)
  const copy = createSignalbox()
  const imported = await copy.segments.import({ body: lines })
  const document = openApi(box.slices, { version: '1' })
  const paths = document.paths as Record<string, { post?: { tags: string[]; requestBody: object } }>
  const seen = {
    refused,
    read: await client.segments.get({ id: 'team:staff' }),
    ofReader: (await reader.segments.list()).results.map(({ id }) => id),
    forbidden: await reader.segments.delete({ id: 'team:staff' }).catch((error) => error.code),
    byDefault: (await byDefault.segments.list()).metadata.count,
    found: (await client.search({ pattern: '*' })).results,
    imported: imported.success,
    copied: (await copy.segments.count()).count,
    deleted: await client.segments.deleteMany({ pattern: '*' }),
    transfer: transfers(contract).some(({ kind }) => kind === 'segments'),
    prefix: domains.Segment,
    tags: paths['/api/segments']?.post?.tags,
    body: paths['/api/segments']?.post?.requestBody,
    grantable: JSON.stringify(contract.apiKeys.create.body).includes('"Segment"'),
    hooked: (await box.webhooks.create({ body: { clientId: 'h', callbackUrl: 'https://h.example', types: [type] } })).types,
  }
  await box.close()
  process.stdout.write(JSON.stringify({ ...seen, heard }))`

let scratch: string

/** Copies the packages that a new kind affects, and links the repository's dependencies, in a folder of its own. */
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'signalbox-'))
  const modules = join(scratch, 'node_modules')
  await mkdir(join(modules, '@signalbox'), { recursive: true })
  for (const name of ['core', 'hono', 'client']) {
    const folder = join(scratch, 'packages', name)
    await mkdir(folder, { recursive: true })
    await cp(join(root, 'packages', name, 'package.json'), join(folder, 'package.json'))
    await cp(join(root, 'packages', name, 'src'), join(folder, 'src'), {
      recursive: true,
      filter: (path) => !/\.(test|test-d|scenario)\.tsx?$|__snapshots__/.test(path),
    })
    await symlink(folder, join(modules, '@signalbox', name))
  }
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@signalbox' && !name.startsWith('.'))
      await symlink(join(root, 'node_modules', name), join(modules, name))
  await write('package.json', '{ "type": "module" }')

  for (const [name, text] of Object.entries(segments)) await write(join('packages/core/src/segments', name), text)
  const list = join(scratch, 'packages/core/src/contract.ts')
  const text = await readFile(list, 'utf8')
  const added = text.replace('\n  featureSlice,\n', '\n  featureSlice,\n  segmentSlice,\n')
  expect(added).not.toBe(text)
  await writeFile(list, `import { segmentSlice } from './segments/slice.ts'\n${added}`)

  await write('generate.ts', generate)
  await node('generate.ts')
  await write('program.ts', program)
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<void> {
  const file = join(scratch, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

const node = (...args: readonly string[]) =>
  run(process.execPath, ['--conditions=@signalbox/source', ...args], { cwd: scratch })

it('a new kind of record, a folder and a line of the contract, has all common features', async () => {
  const { stdout } = await node('program.ts')
  expect(JSON.parse(stdout)).toMatchObject({
    refused: expect.stringContaining('/includes'),
    read: { id: 'team:staff', included: ['ann', 'bob'] },
    ofReader: ['team:staff'],
    forbidden: 'FORBIDDEN',
    byDefault: 1,
    found: [
      { domain: 'Segment', id: 'other' },
      { domain: 'Segment', id: 'team:staff' },
    ],
    imported: 2,
    copied: 2,
    deleted: { count: 2 },
    transfer: true,
    prefix: 'SEGMENT',
    tags: ['segments'],
    body: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ClientSegment' } } } },
    grantable: true,
    hooked: ['SEGMENT_UPDATED'],
    heard: [['ann', 'bob'], ['2']],
  })
})

it('and its types follow', async () => {
  const tsconfig = { extends: join(root, 'tsconfig.json'), include: ['program.ts'] }
  await write('tsconfig.json', JSON.stringify(tsconfig))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await expect(run(process.execPath, [tsc, '-p', scratch]).catch(({ stdout }) => stdout)).resolves.toMatchObject({
    stdout: '',
  })
  await write('program.ts', program.replace("domain: Domain = 'Segment'", "domain: Domain = 'Segmemt'"))
  const { stdout } = await run(process.execPath, [tsc, '-p', scratch]).catch((error) => error)
  expect(stdout).toContain(`'"Segmemt"' is not assignable to type`)
})
