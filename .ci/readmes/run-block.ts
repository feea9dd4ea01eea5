import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import { expect } from 'vitest'
import type { Block } from './blocks.ts'
import { freePortsOf, here, type Place, run, startBrokers, startDatabase } from './place.ts'
import { runCommands } from './run-commands.ts'

/** Runs a block as a reader who copies it would, and compares its output. */
export async function runBlock(block: Block, place: Place): Promise<void> {
  const { language, text, output, file } = block
  if (language === 'sh') return runCommands(text, place)
  if (language === 'yaml' || (file !== undefined && output === undefined)) return createFile(block, place)
  expect(language).toMatch(/^(js|tsx?)$/)
  if (/from 'vitest'|describe(Api|Store)\(/.test(text))
    return runTests(block, place, ['vitest', 'run', '--reporter=tap-flat'])
  if (text.includes("from 'node:test'")) return runTests(block, place, ['node', '--test-reporter=tap'])
  await runProgram(block, place)
}

/** Creates the file that the text before a block names. */
async function createFile({ file, text }: Block, place: Place): Promise<void> {
  const { project, addresses } = place
  expect(file, 'The text before the block names no file').toBeDefined()
  await freePortsOf(text, place)
  const path = join(project.folder, file as string)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, here(text, addresses))
}

async function runProgram(block: Block, place: Place): Promise<void> {
  const { language, text, output } = block
  expect(output, 'The block does not say what it prints').toBeDefined()
  await startDatabase(text, place)
  await startBrokers(text, place)
  const file =
    language === 'tsx'
      ? write({ ...block, text: await withoutJsx(text) }, place, '.mjs')
      : write(block, place, `.${language === 'ts' ? 'ts' : 'mjs'}`)
  const { stdout, stderr } = await run(place, ['node', file])
  expect({ stdout, stderr }).toEqual({ stdout: output, stderr: '' })
}

/** A program with JSX as Node.js runs it, as the bundler of a page would compile it. */
async function withoutJsx(text: string): Promise<string> {
  const { code } = await transform(text, { loader: 'tsx', jsx: 'automatic' })
  return code
}

/** Checks that every test of a block passes. */
async function runTests(block: Block, place: Place, command: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run(place, [...command, write(block, place, '.test.ts')])
  const failed = stdout.match(/^ *not ok .*/gm)
  expect({ code, failed }, stdout.slice(-4000) + stderr).toEqual({ code: 0, failed: null })
  expect(stdout.match(/^ *ok /gm)?.length).toBeGreaterThan(0)
}

function write({ name, text }: Block, { project, addresses }: Place, ending: string): string {
  const file = join(project.folder, name.replaceAll(/\W+/g, '-').toLowerCase() + ending)
  writeFileSync(file, here(text, addresses))
  return file
}
