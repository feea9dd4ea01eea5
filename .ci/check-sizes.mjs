#!/usr/bin/env node
// Prints what programs load that import the light entries of the packages as built, and compares it with the page about
// sizes: a size may differ by a tenth from the page, and never exceeds its limit. `npm run check:sizes -- --update` writes the page.
// `npm run check:sizes -- --why flags` lists the source files that the programs with `flags` in their name load; without a name all.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const page = join(root, 'packages/docs/pages/about/sizes.md')

/** What is imported, and the most bytes that it may have compressed. */
const rows = [
  // 7,400 before a wrong address was named, options that no header can carry were rejected, and responses had a limit.
  ["{ createClient } from '@signalbox/client'", 7_900],
  ["{ createClient, live } from '@signalbox/client'"],
  ["{ rules } from '@signalbox/client/rules'"],
  ["{ createFlags } from '@signalbox/core/flags'"],
  ["* from '@signalbox/core/errors'"],
  ["* from '@signalbox/core/wire'"],
  ["* from '@signalbox/core/evaluate'"],
  ["* from '@signalbox/core/targeting'"],
  ["* from '@signalbox/core/grants'"],
  ["* from '@signalbox/core/access'"],
  ["* from '@signalbox/core/store'"],
  ["* from '@signalbox/core/opentelemetry'"],
  ["* from '@signalbox/gateway/log'"],
  // With Hono, the parser of Markdown and its table of entities.
  ["{ portal } from '@signalbox/portal'", 300_000],
]

if (process.argv.includes('--why')) {
  await tellWhy(process.argv[process.argv.indexOf('--why') + 1] ?? '')
  process.exit()
}

/** The width of the first column. */
const WIDTH = Math.max(...rows.map(([name]) => name.length)) + 2

/** Leaves out what a program loads later. */
const later = {
  name: 'later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ kind }) => (kind === 'dynamic-import' ? { external: true } : undefined)),
}

const known = new Map(
  [...readFileSync(page, 'utf8').matchAll(/^\| `(.*)` +\| +([\d,]+) +\| +([\d,]+) +\|/gm)].map(([, name, ...sizes]) => [
    name,
    sizes.map((size) => Number(size.replaceAll(',', ''))),
  ]),
)
const problems = []
const lines = []
for (const [name, most] of rows) {
  const sizes = await sizesOf(name)
  const before = known.get(name)
  const isSame = before?.every((size, at) => Math.abs(size - sizes[at]) <= Math.max(size / 10, 100))
  if (!isSame) problems.push(`${name} has ${sizes.join(' and ')} bytes, on the page ${before?.join(' and ') ?? 'none'}`)
  if (most !== undefined && sizes[1] > most) problems.push(`${name} has ${sizes[1]} bytes, at most ${most} are allowed`)
  const [minified, gzip] = (isSame ? before : sizes).map((size) => size.toLocaleString('en'))
  lines.push(`| ${`\`${name}\``.padEnd(WIDTH)} | ${minified.padStart(8)} | ${gzip.padStart(7)} |`)
  console.log(`${name}: ${sizes[0]} bytes minified, ${sizes[1]} gzip`)
}
for (const name of known.keys()) if (!rows.some(([row]) => row === name)) problems.push(`${name} is only on the page`)

if (process.argv.includes('--update')) {
  const text = readFileSync(page, 'utf8')
  const head = [`| ${'import'.padEnd(WIDTH)} | minified |    gzip |`, `| ${'-'.repeat(WIDTH)} | -------: | ------: |`]
  writeFileSync(page, text.replace(/^\| import[\s\S]*?(?=\n\n)/m, [...head, ...lines].join('\n')))
} else if (problems.length > 0) {
  for (const problem of problems) console.error(problem)
  console.error('If that is intended, run npm run build && npm run check:sizes -- --update')
  process.exit(1)
}

/** The bytes that are loaded at the start of a program, minified and compressed. */
async function sizesOf(name) {
  const { outputFiles } = await build({
    stdin: { contents: moduleOf(name), resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['node:*'],
    plugins: [later],
  })
  const [{ contents }] = outputFiles
  return [contents.length, gzipSync(contents).length]
}

/** A program that uses what a row imports. */
function moduleOf(name) {
  const [, names, entry] = /^(.*) from '(.*)'$/.exec(name)
  const from = names === '*' ? '* as used' : names
  const used = names === '*' ? 'used' : names
  return `import ${from} from '${entry}'\nglobalThis.used = ${used}`
}

/** Prints what the programs of this name load by source file, at their start and later. */
async function tellWhy(part) {
  const { whyLoaded } = await import('./why-loaded.ts')
  const worker = `import { createFlags } from '@signalbox/core/flags'
    import { toHono } from '@signalbox/hono'
    export default toHono(createFlags(), { access: 'open' })`
  const programs = [
    ...rows.map(([name]) => [name, moduleOf(name)]),
    ["{ createSignalbox } from '@signalbox/core'", moduleOf("{ createSignalbox } from '@signalbox/core'")],
    ['worker: toHono(createFlags())', worker],
  ]
  for (const [name, module] of programs.filter(([name]) => name.includes(part))) {
    const { atStart, later } = await whyLoaded(module)
    for (const [when, files] of Object.entries({ 'at the start': atStart, later })) {
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
      console.log(`\n${name}, ${when}: ${bytes.toLocaleString('en')} bytes minified in ${files.length} files`)
      for (const file of files) console.log(`${file.bytes.toLocaleString('en').padStart(9)}  ${file.file}`)
    }
  }
}
