import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'tsup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import config from '../tsup.config.ts'

const execute = promisify(execFile)
const sources = new URL('index.ts', import.meta.url).href

/** Runs a program in a process of its own, which must end by itself; gives what it printed as JSON. */
async function print(
  program: string,
  { entry = sources, flags = [] }: { entry?: string; flags?: readonly string[] } = {},
) {
  const text = `
    import { scriptEngine } from ${JSON.stringify(entry)}
    const ask = (engine, script, context = {}) => engine.run({ type: 'javascript', script, context })
    const print = (value) => process.stdout.write(JSON.stringify(value))
    ${program}`
  const { stdout } = await execute(process.execPath, [...flags, '--input-type=module', '--eval', text], {
    timeout: 60_000,
  })
  return JSON.parse(stdout)
}

const yes = 'function enabled(context, enabled) { enabled() }'

describe('a process', () => {
  it('has no handle left after close, and ends', async () => {
    const resources = await print(`
      const engine = scriptEngine({ wallMs: 10_000 })
      const before = process.getActiveResourcesInfo().sort()
      await Promise.all([ask(engine, '${yes}'), ask(engine, 'for (;;);'), engine.check({ type: 'javascript', script: '(' })])
      ask(engine, 'for (;;);')
      await engine.close()
      print({ before, after: process.getActiveResourcesInfo().sort() })`)
    expect(resources.after).toEqual(resources.before)
  })

  it('ends without close too, once nothing runs', async () => {
    expect(await print(`print(await ask(scriptEngine({ wallMs: 10_000 }), '${yes}'))`)).toEqual({
      active: true,
      logs: [],
    })
  })

  it('starts nothing for an engine that is not used', async () => {
    const { before, after } = await print(`
      const before = process.getActiveResourcesInfo()
      const engine = scriptEngine()
      print({ before, after: process.getActiveResourcesInfo() })`)
    expect(after).toEqual(before)
  })

  it('is told where there are no worker threads, by an error that names the option', async () => {
    const flags = ['--permission', '--allow-fs-read=*', '--no-warnings']
    const { outcome, problem } = await print(
      `const engine = scriptEngine()
      print({ outcome: await ask(engine, '${yes}'), problem: await engine.check({ type: 'javascript', script: '' }) })`,
      { flags },
    )
    const error = { code: 'UNAVAILABLE', message: expect.stringMatching(/need worker threads.*option "scripts"/) }
    expect(outcome).toEqual({ active: false, logs: [], error })
    expect(problem).toEqual(error)
  })
})

describe('a thousand hostile calls', () => {
  it('leave the process as large as it was, within 100 MB', async () => {
    const { before, after, codes } = await print(`
      const engine = scriptEngine({ cpuMs: 5, wallMs: 60_000 })
      const body = (text) => 'function enabled(context, enabled) { ' + text + ' }'
      const threats = [
        'const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))',
        'const a = []; for (;;) a.push(new Array(1000).fill("x"))',
        'let s = "x"; const a = []; for (;;) a.push(s += s)',
        'for (;;);',
        '(function f() { return f() + 1 })()',
        'for (;;) new Promise(() => {}).then(() => {})',
        'throw new Error("x".repeat(4e6))',
        'for (;;) console.log("x".repeat(1e5))',
      ]
      const wave = (from, to, each) => Promise.all(Array.from({ length: to - from }, (_, i) => ask(engine, each(from + i))))
      const hostile = (i) => body(threats[i % threats.length]) + '//' + i
      await wave(0, 200, () => body('enabled()'))
      await wave(0, 16, hostile)
      const before = process.memoryUsage.rss()
      const outcomes = await wave(16, 1_008, hostile)
      outcomes.push(...await wave(1_008, 1_016, (i) => body('return new Array(1e9) + ""') + '//' + i))
      const well = await wave(0, 200, () => body('enabled()'))
      if (!well.every(({ active }) => active)) throw new Error(JSON.stringify(well.find(({ active }) => !active)))
      const after = process.memoryUsage.rss()
      await engine.close()
      print({ before, after, codes: [...new Set(outcomes.map(({ error }) => error?.code ?? 'none'))] })`)
    expect(codes).not.toContain('none')
    expect(codes).not.toContain('UNAVAILABLE')
    expect((after - before) / 1e6).toBeLessThan(100)
  }, 60_000)
})

describe('the built package', () => {
  let folder: string
  beforeAll(async () => {
    const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')
    await mkdir(cache, { recursive: true })
    folder = await mkdtemp(join(cache, 'scripts-'))
    const root = join(import.meta.dirname, '..')
    const entry = { index: join(root, 'src/index.ts'), worker: join(root, 'src/worker.ts') }
    await build({ ...config, entry, config: false, dts: false, silent: true, outDir: folder })
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  }, 30_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('starts its worker, as the sources do', async () => {
    const entry = pathToFileURL(join(folder, 'index.js')).href
    expect(await print(`print(await ask(scriptEngine({ wallMs: 10_000 }), '${yes}'))`, { entry })).toEqual({
      active: true,
      logs: [],
    })
  })
})
