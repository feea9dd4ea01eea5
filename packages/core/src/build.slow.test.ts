import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import fc from 'fast-check'
import jsonpatch from 'fast-json-patch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateValidators, validatorIndex } from '../build/generate-validators.ts'
import { shareParts } from '../build/share-parts.ts'
import { validatedSchemas } from '../build/validated-schemas.ts'
import { refusedCalls, runScenario } from './build.scenario.ts'
import { slices } from './contract.ts'
import * as evaluate from './entries/evaluate.ts'
import * as wire from './entries/wire.ts'
import * as core from './index.ts'
import { escapePointer } from './machine/json/json.ts'
import { type TSchema, Type } from './machine/schema/schema.ts'
import { compileSchema, type SchemaError } from './machine/schema/validators.ts'
import { namedIn } from './reference/named.ts'

const run = promisify(execFile)
const packageRoot = join(import.meta.dirname, '..')
const modules = join(packageRoot, '..', '..', 'node_modules')
const entries = { core: 'index.js', wire: 'wire.js', evaluate: 'evaluate.js' }

let built: string
let expected: string

beforeAll(async () => {
  const cache = join(modules, '.cache')
  await mkdir(cache, { recursive: true })
  built = await mkdtemp(join(cache, 'core-'))
  const tsup = join(modules, 'tsup', 'dist', 'cli-default.js')
  await run(process.execPath, [tsup, '--no-dts', '--out-dir', built], { cwd: packageRoot })
  expected = await runScenario({ core, wire, evaluate })
})

afterAll(() => rm(built, { recursive: true, force: true }))

describe('the built package', () => {
  it('behaves like the sources where code generation is forbidden', async () => {
    const { stdout } = await run(process.execPath, [
      '--disallow-code-generation-from-strings',
      '--input-type=module',
      '--eval',
      `${program()}\nprocess.stdout.write(await result)`,
    ])
    expect(JSON.parse(stdout)).toEqual(JSON.parse(expected))
  })

  it('behaves like the sources with only the globals of a browser', async () => {
    const { outputFiles } = await build({
      stdin: { contents: `${program()}\nglobalThis.result = result`, resolveDir: packageRoot },
      bundle: true,
      platform: 'browser',
      format: 'iife',
      write: false,
    })
    const context = createContext(webGlobals(), { codeGeneration: { strings: false, wasm: false } })
    runInContext(outputFiles[0]!.text, context)
    expect(JSON.parse(await context.result)).toEqual(JSON.parse(expected))
  })

  it('generates no code, and each entry loads only what it needs', async () => {
    expect(await importsOf('index.js')).toEqual(['re2js'])
    expect(await importsOf('contract.js')).toEqual(['re2js'])
    for (const entry of ['flags', 'errors', 'access', 'store', 'documents', 'wire', 'evaluate', 'targeting', 'grants'])
      expect([entry, await importsOf(`${entry}.js`)]).toEqual([entry, []])
  })

  it('validates all kinds of records of flags with the entry of records alone', async () => {
    const kinds = ['feature', 'config', 'experiment', 'segment']
    const program = `
      const { readRecord } = await import(${JSON.stringify(join(built, 'records.js'))})
      const messages = ${JSON.stringify(kinds)}.map((kind) => {
        try {
          return readRecord(kind, { id: 'a b' })
        } catch (error) {
          return error.message
        }
      })
      process.stdout.write(JSON.stringify(messages))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
    expect(JSON.parse(stdout)).toEqual(kinds.map((kind) => expect.stringContaining(`The ${kind} a b is invalid: `)))
  })

  it('reads little JavaScript until the first feature of createFlags is active', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', bytesUntilActive()])
    const { imported, active } = JSON.parse(stdout) as { imported: number; active: number }
    expect(imported).toBeLessThan(242_000)
    expect(active).toBeGreaterThan(imported) // the validators and the code of features
    expect(active).toBeLessThan(385_000)
  })

  it('has no import without names, about which bundlers warn', async () => {
    const files = (await readdir(built)).filter((name) => name.endsWith('.js'))
    const texts = await Promise.all(files.map((name) => readFile(join(built, name), 'utf8')))
    expect(texts.flatMap((text) => text.match(/^import ["'].*/gm) ?? [])).toEqual([])
    expect(texts.join('\n')).toMatch(/^import \{/m)
  })
})

describe('what the sources and the built package agree on', () => {
  it('rejects every invalid input and names the problem', () => {
    const { refused } = JSON.parse(expected)
    expect(refused).toHaveLength(refusedCalls.length)
    for (const { code, errors, fieldErrors } of refused) {
      expect(code).toBe('INVALID')
      expect(errors.length + Object.keys(fieldErrors).length).toBeGreaterThan(0)
    }
  })

  it('shares its state between all entries', () => {
    expect(JSON.parse(expected)).toMatchObject({
      created: { status: 201, isTagged: true },
      all: [true, true, true, true, true],
      checked: { active: true, explanation: { reason: 'SPLIT' } },
      tree: { shop: { limits: { items: 10, currency: 'EUR' } } },
      ran: { result: 11, logs: [] },
      imported: { answer: { success: 1, errors: { fieldErrors: { '/2/id': [{ message: 'error.pattern' }] } } } },
    })
  })
})

describe('validators generated ahead', () => {
  const shortText = Type.String({ maxLength: 3 })

  it('are found by the content of a schema, not by identity', async () => {
    const { compileSchema } = await load([shortText, Type.Boolean(), { ...shortText }])
    expect(['four', 'abc'].map(compileSchema(Type.String({ maxLength: 3 })))).toEqual([false, true])
  })

  it('explain what to do about a schema without validator', async () => {
    const { compileSchema } = await load([shortText])
    expect(() => compileSchema(Type.String())).toThrow(/\{"type":"string"\}.*validatedSchemas\(\)/)
  })

  it('are generated once for shared parts of schemas', () => {
    const part = Type.Object(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`member${i}`, shortText])))
    const schemas = ['a', 'b', 'c', 'd'].map((name) => Type.Object({ [name]: part }))
    const [one, all] = [schemas.slice(0, 1), schemas].map((some) => generateValidators(some).length)
    expect(all).toBeLessThan(one! * 1.5)
  })

  it('find the same problems as those of the sources, in shared parts too', async () => {
    const schemas = [...validatedSchemas().values()].flat()
    const ahead = await load(schemas)
    const refers = shareParts(schemas).schemas.map((schema) => JSON.stringify(schema).includes('"$ref"'))
    const cases = schemas
      .filter((_, place) => refers[place])
      .map((schema) => ({ source: compileSchema(schema), built: ahead.compileSchema(schema) }))
      .flatMap((both) => namedIn(slices).map(({ example }) => ({ ...both, example })))
      .filter(({ source, example }) => source(example))
    expect(cases.length).toBeGreaterThan(20)
    const depths = new Set<number>()
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.nat(), instead, ({ source, built, example }, place, value) => {
        const changed = damaged(example, place, value)
        const [expected, found] = [source, built].map((check) => (check(changed) ? [] : distinct(check.errors!)))
        expect(found).toEqual(expected)
        for (const { instancePath } of expected!) depths.add(instancePath.split('/').length)
      }),
      { numRuns: 5000 },
    )
    expect(Math.max(...depths)).toBeGreaterThan(4)
  })
})

/** Each error once: ajv repeats errors of members that a schema and its forms describe alike. */
function distinct(errors: readonly SchemaError[]) {
  const found = errors.map(({ keyword, instancePath, params }) => ({ keyword, instancePath, params }))
  return [...new Map(found.map((error) => [JSON.stringify(error), error])).values()]
}

const instead = fc.constantFrom(undefined, null, -1, 'x', [], {})

/** A copy of an example in which one value is replaced or removed. */
function damaged(example: unknown, place: number, value: unknown): unknown {
  const pointers: string[] = []
  const walk = (inside: unknown, pointer: string) => {
    pointers.push(pointer)
    if (typeof inside !== 'object' || inside === null) return
    for (const [name, member] of Object.entries(inside)) walk(member, `${pointer}/${escapePointer(name)}`)
  }
  walk(example, '')
  const path = pointers[place % pointers.length]!
  const operation = value === undefined ? { op: 'remove' as const, path } : { op: 'replace' as const, path, value }
  return jsonpatch.applyPatch({ example }, [{ ...operation, path: `/example${path}` }], false, false).newDocument
    .example
}

/** A module instead of `validators.ts` with the validators of these schemas. */
async function load(schemas: readonly TSchema[]): Promise<typeof import('./machine/schema/validators.ts')> {
  const index = validatorIndex.replace('./fingerprint.ts', './machine/schema/fingerprint.ts')
  const contents = [index, generateValidators(schemas), 'addValidators(rows)'].join('\n')
  const stdin = { contents, resolveDir: import.meta.dirname }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]!.text)}`)
}

/** A module that prints the bytes of source text read by the entry `flags`, and until a feature is active. */
const bytesUntilActive = (): string => `
  import { registerHooks } from 'node:module'
  let bytes = 0
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      bytes += loaded.source?.length ?? 0
      return loaded
    },
  })
  const { createFlags } = await import(${JSON.stringify(join(built, 'flags.js'))})
  const imported = bytes
  const flags = createFlags()
  const body = { id: 'a', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } }
  await flags.features.create({ body })
  if (!flags.isActive('a', { id: 'ann' })) throw new Error('the feature is not active')
  process.stdout.write(JSON.stringify({ imported, active: bytes }))`

/** A module that runs the scenario with the built entry points. */
function program(): string {
  return [
    ...Object.entries(entries).map(([name, file]) => `import * as ${name} from ${JSON.stringify(join(built, file))}`),
    `import { runScenario } from ${JSON.stringify(join(import.meta.dirname, 'build.scenario.ts'))}`,
    `const result = runScenario({ ${Object.keys(entries).join(', ')} })`,
  ].join('\n')
}

/**
 * The packages loaded with an entry point through any chunk. Checks that no code, including lazily loaded code, uses
 * `eval` or `Function`.
 */
async function importsOf(entry: string): Promise<string[]> {
  const { metafile, outputFiles } = await build({
    entryPoints: [join(built, entry)],
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'browser',
    format: 'esm',
    metafile: true,
    outdir: built,
    write: false,
  })
  expect(outputFiles.flatMap(({ text }) => text.match(/.*\b(eval|Function)\(.*/g) ?? [])).toEqual([])
  const { outputs } = metafile
  const loaded = new Set(Object.keys(outputs).filter((file) => outputs[file]!.entryPoint?.endsWith(`/${entry}`)))
  for (const file of loaded)
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') loaded.add(path)
  return [...loaded].filter((path) => outputs[path] === undefined).sort()
}

/** What the package needs from its host: the language and the Web's interfaces. */
const webGlobals = () => ({
  AbortController,
  AbortSignal,
  Blob,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  crypto,
  btoa,
  URL,
  URLSearchParams,
  clearTimeout,
  console,
  setTimeout,
})
