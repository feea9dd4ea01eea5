import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyPackages, type PackagesCopy } from './copy-packages.fixture.ts'

/** The folder of a new kind of record: its schema, its part of the contract, and its handlers. */
const cohorts = {
  'cohort.ts': `
    import { keySchema } from '../machine/keys/key.ts'
    import { defineResource } from '../machine/records/resource.ts'
    import { object, texts, Type } from '../machine/schema/schema.ts'

    export const cohortSchema = object({ id: keySchema, description: Type.Optional(Type.String()), included: texts })
    export const cohorts = defineResource({
      name: 'cohort',
      plural: 'cohorts',
      path: '/api/cohorts',
      domain: 'Cohort',
      events: 'COHORT',
      isGrantedByDefault: true,
      schema: cohortSchema,
      id: keySchema,
    })`,
  'contract.ts': `
    import { bulk, crud, patchable } from '../machine/records/contract.ts'
    import { cohorts } from './cohort.ts'

    export const cohortContract = { ...crud(cohorts), ...patchable(cohorts), ...bulk(cohorts) }`,
  'handlers.ts': `
    import { collection } from '../machine/records/collection.ts'
    import { bulkHandlers, crudHandlers, patchHandler } from '../machine/records/handlers.ts'
    import type { Instance } from '../machine/records/hooks.ts'
    import { cohorts } from './cohort.ts'

    export function cohortHandlers({ instance }: { readonly instance: Instance }) {
      const records = collection(cohorts, instance)
      const handlers = { ...crudHandlers(records), ...patchHandler(records), ...bulkHandlers(records) }
      return { handlers: { cohorts: handlers }, searched: [records] }
    }`,
  'slice.ts': `
    import type { Instance } from '../machine/records/hooks.ts'
    import { defineSlice } from '../slice.ts'
    import { cohortContract } from './contract.ts'
    import { cohortSchema, cohorts } from './cohort.ts'

    export const cohortSlice = defineSlice({
      name: 'cohorts',
      contract: { cohorts: cohortContract },
      kinds: [cohorts],
      tags: { cohorts: 'Groups of clients' },
      named: { ClientCohort: cohortSchema },
      examples: { ClientCohort: { id: 'staff', included: ['ann'] } },
      open: async (parts: { readonly instance: Instance }) => (await import('./handlers.ts')).cohortHandlers(parts),
    })`,
}

/** Its files in the dashboard: the kind, its list, and the screen of one record. */
const page = {
  'kinds/cohorts.ts': `
    import { defineKind } from './kind.ts'

    /** Groups of clients. */
    export const cohorts = defineKind({
      domain: 'Cohort',
      nouns: ['cohort', 'cohorts'],
      prefix: 'COHORT',
      path: '/cohorts',
      resource: 'cohorts',
      tagged: false,
      operations: ({ api }) => api.cohorts,
      blank: (id: string) => ({ id, included: [] }),
      fields: 'id',
      screen: { group: 'Flags', icon: 'users', key: 'q' },
    })`,
  'screens/cohorts/Cohorts.tsx': `
    import { Cohort } from '../cohort/Cohort.tsx'
    import { ListActions } from '../listing/ListActions.tsx'
    import { ListScreen } from '../listing/ListScreen.tsx'
    import { listingOf } from '../listing/listing.ts'
    import { RowHead, RowName } from '../listing/RowHead.tsx'

    /** The list of cohorts; with an id, that cohort beside it. */
    export function Cohorts({ id }: { readonly id?: string | undefined }) {
      const listing = listingOf('cohorts')
      return (
        <ListScreen
          listing={listing}
          current={id}
          beside={id !== undefined && <Cohort id={id} />}
          row={(row) => (
            <>
              <RowHead row={row} isChoosing={false} isChosen={false} />
              <RowName row={row} />
            </>
          )}
          actions={<ListActions listing={listing} current={id} />}
          what="A cohort is a group of clients."
          example={{ id: 'staff', included: ['ann'] }}
        />
      )
    }`,
  'screens/cohort/Cohort.tsx': `
    import { RecordHead } from '../record/RecordHead.tsx'
    import { RecordScreen } from '../record/RecordScreen.tsx'

    /** One cohort. */
    export const Cohort = ({ id }: { readonly id: string }) => (
      <RecordScreen
        kind="cohorts"
        id={id}
        tabs={[{ id: 'clients', label: 'Clients', show: ({ draft }) => <p>{draft.value.included?.join(', ')}</p> }]}
        head={({ draft: { value, saved } }) => (
          <RecordHead kind="cohorts" id={id} value={value} saved={saved} items={[]} />
        )}
        consequence={() => []}
      />
    )`,
}

/** What generated files are made of: \`npm run generate\` without a test runner. */
const generate = `
  import { writeFileSync } from 'node:fs'
  import { operationsModule } from './packages/client/src/operations.fixture.ts'
  import { summariesModule } from './packages/core/src/machine/calls/summaries.fixture.ts'
  writeFileSync('packages/core/src/machine/calls/summaries.ts', summariesModule())
  writeFileSync('packages/client/src/operations.ts', operationsModule())`

/** A program that uses the new kind in every way that records can be used. It is also type-checked. */
const program = `
  import { createClient } from '@signalbox/client'
  import type { AuthorizedPatterns, Domain, EventType } from '@signalbox/core'
  import { contract, createSignalbox, domains, transfers } from '@signalbox/core'
  import { openApi } from '@signalbox/core/reference'
  import { toHono } from '@signalbox/hono'

  const domain: Domain = 'Cohort'
  const type: EventType = 'COHORT_UPDATED'
  const grants: AuthorizedPatterns = [{ pattern: 'team:*', rights: ['R'], domains: [domain] }]

  const box = createSignalbox()
  const heard: string[][] = []
  box.on(type, ({ payload }) => heard.push(payload.included ?? []))
  box.on('COHORTS_DELETED', ({ payload }) => heard.push([\`\${payload.count}\`]))

  const app = toHono(box, { access: () => ({ id: 'ops', admin: true }) })
  const client = createClient({ baseUrl: 'http://127.0.0.1', fetch: async (request) => app.fetch(request) })
  await client.cohorts.create({ body: { id: 'team:staff', included: ['ann'] } })
  await client.cohorts.patch({ id: 'team:staff', body: { included: ['ann', 'bob'] } })
  await box.cohorts.create({ body: { id: 'other' } })
  const refused = await client.cohorts.create({ body: { id: 'x', includes: [] } as never }).catch((error) => error.message)

  const reader = box.as({ id: 'reader', authorizedPatterns: grants })
  const byDefault = box.as({ id: 'writer', authorizedPatterns: [{ pattern: 'team:*' }] })
  const lines = []
  for await (const line of client.cohorts.export()) lines.push(line)
  const copy = createSignalbox()
  const imported = await copy.cohorts.import({ body: lines })
  const document = openApi(box.slices, { version: '1' })
  const paths = document.paths as Record<string, { post?: { tags: string[]; requestBody: object } }>
  const seen = {
    refused,
    read: await client.cohorts.get({ id: 'team:staff' }),
    ofReader: (await reader.cohorts.list()).results.map(({ id }) => id),
    forbidden: await reader.cohorts.delete({ id: 'team:staff' }).catch((error) => error.code),
    byDefault: (await byDefault.cohorts.list()).metadata.count,
    found: (await client.search({ pattern: '*' })).results,
    imported: imported.success,
    copied: (await copy.cohorts.count()).count,
    deleted: await client.cohorts.deleteMany({ pattern: '*' }),
    transfer: transfers(contract).some(({ kind }) => kind === 'cohorts'),
    prefix: domains.Cohort,
    tags: paths['/api/cohorts']?.post?.tags,
    body: paths['/api/cohorts']?.post?.requestBody,
    grantable: JSON.stringify(contract.apiKeys.create.body).includes('"Cohort"'),
    hooked: (await box.webhooks.create({ body: { clientId: 'h', callbackUrl: 'https://h.example', types: [type] } })).types,
  }
  await box.close()
  process.stdout.write(JSON.stringify({ ...seen, heard }))`

let copy: PackagesCopy

beforeAll(async () => {
  copy = await copyPackages('core/src', 'hono/src', 'client/src', 'dashboard/web', 'portal/src')
  for (const [name, text] of Object.entries(cohorts)) await copy.write(`packages/core/src/cohorts/${name}`, text)
  const list = 'packages/core/src/contract.ts'
  await copy.replace(list, '\n  featureSlice,\n', '\n  featureSlice,\n  cohortSlice,\n')
  await copy.replace(list, 'import ', "import { cohortSlice } from './cohorts/slice.ts'\nimport ")
  await copy.write('generate.ts', generate)
  await copy.node('generate.ts')
  await copy.write('program.ts', program)
})
afterAll(() => copy.remove())

it('a new kind of record, a folder and a line of the contract, has all common features', async () => {
  expect(JSON.parse(await copy.node('program.ts'))).toMatchObject({
    refused: expect.stringContaining('/includes'),
    read: { id: 'team:staff', included: ['ann', 'bob'] },
    ofReader: ['team:staff'],
    forbidden: 'FORBIDDEN',
    byDefault: 1,
    found: [
      { domain: 'Cohort', id: 'other' },
      { domain: 'Cohort', id: 'team:staff' },
    ],
    imported: 2,
    copied: 2,
    deleted: { count: 2 },
    transfer: true,
    prefix: 'COHORT',
    tags: ['cohorts'],
    body: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ClientCohort' } } } },
    grantable: true,
    hooked: ['COHORT_UPDATED'],
    heard: [['ann', 'bob'], ['2']],
  })
})

/** The types of the whole page are checked, which takes minutes on a busy machine. */
const TYPES_MS = 400_000

/** The errors of the program and of the page. */
const errors = async () => {
  const lines = await copy.typecheck('program.ts', 'packages/dashboard/web/main.tsx', 'packages/dashboard/web/*.d.ts')
  return lines.split('\n').filter((line) => line.includes(': error '))
}

it(
  'and its types follow: a program that misspells it, and a page without it, do not compile',
  async () => {
    await copy.write('program.ts', program.replace("domain: Domain = 'Cohort'", "domain: Domain = 'Cohrot'"))
    expect(await errors()).toEqual([
      expect.stringMatching(/^packages\/dashboard\/web\/log\/domains\.ts/),
      expect.stringMatching(/^program\.ts.*'"Cohrot"' is not assignable to type/),
    ])
  },
  TYPES_MS,
)

it(
  'the program compiles; with a file and two rows, so does the page, which has its screens',
  async () => {
    await copy.write('program.ts', program)
    for (const [name, text] of Object.entries(page)) await copy.write(`packages/dashboard/web/${name}`, text)
    const list = 'packages/dashboard/web/kinds/kinds.ts'
    await copy.replace(list, '  segments,\n', '  segments,\n  cohorts,\n')
    await copy.replace(list, 'import ', "import { cohorts } from './cohorts.ts'\nimport ")
    const row = "  ...listOf('cohorts', async () => (await import('./screens/cohorts/Cohorts.tsx')).Cohorts),\n"
    await copy.replace('packages/dashboard/web/screens.ts', "  ...listOf('segments',", `${row}  ...listOf('segments',`)
    expect(await errors()).toEqual([])
  },
  TYPES_MS,
)
