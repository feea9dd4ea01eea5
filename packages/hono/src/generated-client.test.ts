import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createSignalbox } from '@signalbox/core'
import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, it, onTestFinished } from 'vitest'
import { toHono } from './to-hono.ts'

/** A program over types that openapi-typescript generated from the document. Lines that must not compile are marked. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './signalbox.ts'

export async function run(fetch: (request: Request) => Promise<Response>) {
  const client = createClient<paths>({ baseUrl: 'http://signalbox.test', fetch })
  const feature = { id: 'a:b', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } } as const
  const created = await client.POST('/api/features', { body: feature })
  const params = { path: { id: 'a:b' } }
  const check = await client.POST('/api/features/{id}/check', { params, body: { id: 'ann' } })
  const active: boolean | undefined = check.data?.active
  const abroad = { not: { attribute: 'country', operator: 'is' as const, values: ['FR'] } }
  const when: components['schemas']['Condition'] = { all: [{ segment: 'staff' }, { any: [abroad] }] }
  const parameters = { rules: [{ when }] }
  const rules = await client.POST('/api/features', { body: { id: 'a:c', enabled: true, activationStrategy: 'RULES', parameters } })
  const staff = await client.POST('/api/segments', { body: { id: 'staff', when: { any: [{ time: { days: ['MO'] } }] } } })
  const list = await client.GET('/api/scripts', { params: { query: { pattern: 'a:*', pageSize: 5 } } })
  const count: number | undefined = list.data?.metadata.count
  const missing = await client.GET('/api/configs/{id}', { params: { path: { id: 'none' } } })
  const code: string | undefined = missing.error?.code
  const api = await client.POST('/api/apis', { body: { id: 'shop', name: 'Shop', routes: [{ id: 'all' }] } })
  const plugins = await client.GET('/apis/plugins.json')
  const name: string | undefined = plugins.data?.[0]?.name

  // @ts-expect-error there is no such path
  const nowhere = () => client.GET('/api/nowhere')
  // @ts-expect-error a feature needs a strategy
  const wrong = () => client.POST('/api/features', { body: { id: 'a:b', enabled: true } })
  // @ts-expect-error a percentage is a number
  const text = () => client.POST('/api/features', { body: { ...feature, parameters: { percentage: 'half' } } })
  // @ts-expect-error there is no such operator
  const operator = () => client.POST('/api/segments', { body: { id: 'x', when: { attribute: 'a', operator: 'isnt', value: 1 } } })
  // @ts-expect-error a condition inside a condition has a form, too
  const inner = () => client.POST('/api/segments', { body: { id: 'x', when: { not: { nobody: true } } } })
  return { targeted: [rules.response.status, staff.response.status], status: created.response.status, active, count, code, state: api.data?.state, name, unused: [nowhere, wrong, text, operator, inner].length }
}
`

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
}

it('a client generated from the document compiles and works', async () => {
  const app = toHono(createSignalbox(), { access: 'open' })
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = (name: string) => join(folder, name)
  const document = await (await app.request('/apis/openapi.json')).text()
  writeFileSync(file('signalbox.ts'), astToString(await openapiTypes(document, { defaultNonNullable: false })))
  writeFileSync(file('program.ts'), program)
  writeFileSync(file('package.json'), '{ "type": "module" }')
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), file('node_modules'), 'junction')

  const compiled = ts.createProgram([file('program.ts')], options)
  const problems = ts.getPreEmitDiagnostics(compiled)
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([])
  compiled.emit()
  const { run } = (await import(/* @vite-ignore */ pathToFileURL(file('program.js')).href)) as {
    run(fetch: (request: Request) => Promise<Response>): Promise<unknown>
  }
  expect(await run(async (request) => app.fetch(request))).toEqual({
    status: 201,
    active: true,
    count: 0,
    code: 'NOT_FOUND',
    state: 'staging',
    name: 'API keys',
    unused: 5,
    targeted: [201, 201],
  })
})
