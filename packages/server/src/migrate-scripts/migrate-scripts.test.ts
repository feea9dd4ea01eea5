import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignalbox, type ScriptEngine } from '@signalbox/core'
import { scriptEngine } from '@signalbox/scripts'
import { expect, it, onTestFinished } from 'vitest'
import { jvmScripts } from '../box/jvm-scripts.ts'
import { storeInstance } from '../folder/sides.ts'
import { readSettings } from '../settings/read-settings.ts'
import { type MigrateScriptsOptions, migrateScripts } from './migrate-scripts.ts'
import { readContexts } from './read-contexts.ts'

const kotlin = `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit) {
  if (context.get("user")?.asText()?.contains("@example.com") ?: false) enabled() else disabled()
}`
const scala = `def enabled(context: play.api.libs.json.JsObject, enabled: () => Unit, disabled: () => Unit): Unit = {
  if ((context \\ "plan").asOpt[String].contains("pro")) enabled() else disabled()
}`
const calling = `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, http: WSClient) {
  http.url("https://a.example").get().thenApply { enabled() }
}`

/** Stands for a JVM: decides by the members `user` and `plan` of a context. */
const engineOf = (
  decide: (context: Readonly<Record<string, unknown>>) => boolean | Promise<boolean>,
): ScriptEngine => ({
  run: async ({ context, script }) => ({ active: !script.includes('if') || (await decide(context)), logs: [] }),
  check: async () => undefined,
  close: async () => {},
})
const byUser = ({ user }: Readonly<Record<string, unknown>>) =>
  typeof user === 'string' && user.includes('@example.com')

async function opened(engines: Readonly<Record<string, ScriptEngine>> = {}) {
  const box = createSignalbox({ scripts: { javascript: scriptEngine({ cpuMs: 5_000 }), ...engines } })
  onTestFinished(() => box.close())
  const run = async (options: Partial<MigrateScriptsOptions> = {}) => {
    const lines: string[] = []
    const warnings: string[] = []
    const print = (line: string) => lines.push(line)
    const warn = (line: string) => warnings.push(line)
    const done = await migrateScripts(storeInstance(box, 'memory:'), { reason: 'tests', print, warn, ...options })
    return { done, lines, warnings }
  }
  return { box, run }
}

const script = (id: string, type: 'kotlin' | 'scala' | 'javascript', text: string) => ({
  body: { id, name: id, source: { type, script: text } },
})

it('the plan has each text and its translation, and the line of what is not translated; nothing is written', async () => {
  const { box, run } = await opened()
  await box.scripts.create(script('shop:team', 'kotlin', kotlin))
  await box.scripts.create(script('shop:calling', 'kotlin', calling))
  await box.scripts.create(script('shop:own', 'javascript', 'function enabled(c, yes) { yes() }'))
  await box.features.create({
    body: { id: 'shop:pro', enabled: true, activationStrategy: 'SCRIPT', parameters: { type: 'scala', script: scala } },
  })
  const before = await box.scripts.get({ id: 'shop:team' })
  const { done, lines } = await run()
  expect(done).toBe(false)
  expect(lines.filter((line) => !line.startsWith('    '))).toEqual([
    '= scripts shop:calling stays in kotlin, line 2 is not translated: http',
    expect.stringMatching(/^Answers of scripts in kotlin are not compared: No engine for kotlin is configured/),
    '~ scripts shop:team: kotlin -> javascript',
    expect.stringMatching(/^Answers of scripts in scala are not compared: No engine for scala is configured/),
    '~ features shop:pro: scala -> javascript',
    'Plan: 2 to translate, 1 to leave as they are',
  ])
  expect(lines).toEqual(expect.arrayContaining(kotlin.split('\n').map((line) => `    - ${line}`)))
  expect(lines).toContain('    +   if (stringOf(member(context, "plan")) === "pro") {')
  expect(await box.scripts.get({ id: 'shop:team' })).toEqual(before)
})

it('translations that are written decide as before, and are not translated again', async () => {
  const { box, run } = await opened()
  await box.scripts.create(script('shop:team', 'kotlin', kotlin))
  await box.features.create({
    body: { id: 'shop:pro', enabled: true, activationStrategy: 'SCRIPT', parameters: { type: 'scala', script: scala } },
  })
  const { done, lines } = await run({ write: true })
  expect([done, lines.at(-1)]).toEqual([true, 'Translated 2'])
  const check = (plan: string) => box.features.checkWith({ id: 'shop:pro', body: { plan } })
  expect([await check('pro'), await check('free')]).toEqual([{ active: true }, { active: false }])
  const { source } = await box.scripts.get({ id: 'shop:team' })
  const debug = (user: string) => box.scripts.debug({ body: { context: { user }, script: source } })
  expect([(await debug('ann@example.com')).result, (await debug('ann@other.com')).result]).toEqual([true, false])
  expect((await run()).lines).toEqual(['Plan: 0 to translate, 0 to leave as they are'])
})

it('only records that match the pattern are read', async () => {
  const { box, run } = await opened()
  for (const id of ['shop:team', 'blog:team']) await box.scripts.create(script(id, 'kotlin', kotlin))
  expect((await run({ pattern: 'shop:*' })).lines.at(-1)).toBe('Plan: 1 to translate, 0 to leave as they are')
})

it('answers are compared in contexts of a file and in made up ones, where an engine runs the script', async () => {
  const seen = new Set<string>()
  const { box, run } = await opened({
    kotlin: engineOf((context) => {
      seen.add(JSON.stringify(context))
      return byUser(context)
    }),
  })
  await box.scripts.create(script('shop:team', 'kotlin', kotlin))
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'contexts.ndjson')
  await writeFile(file, '{"user":"recorded@example.com"}\n\n')
  const { done, lines } = await run({ contexts: await readContexts(file) })
  expect(done).toBe(true)
  expect(lines[0]).toMatch(/^~ scripts shop:team: kotlin -> javascript, with the same answers in \d\d contexts$/)
  const expected = ['{"user":"recorded@example.com"}', '{}', '{"user":"a@example.com"}', '{"user":null}', '{"user":1}']
  expect([...seen]).toEqual(expect.arrayContaining(expected))
  await writeFile(file, '{}\n[1]\n')
  await expect(readContexts(file)).rejects.toThrow('Line 2 of ')
})

it('a script whose translation answers differently is left alone, with the context and both answers', async () => {
  const { box, run } = await opened({
    kotlin: engineOf((context) => context.user === '@example.com' || byUser(context) === false),
  })
  await box.scripts.create(script('shop:team', 'kotlin', kotlin))
  const { done, lines } = await run({ write: true })
  expect(done).toBe(false)
  expect(lines[0]).toBe('= scripts shop:team stays in kotlin, because answers differ')
  expect(lines).toContain('    In the context {} it answers true, the translation false')
  expect((await box.scripts.get({ id: 'shop:team' })).source.type).toBe('kotlin')
})

it('a script that someone else changes in the meantime is left as it is', async () => {
  const { box, run } = await opened({
    kotlin: engineOf(async (context) => {
      await box.scripts.patch({ id: 'shop:team', body: { description: 'changed' } })
      return byUser(context)
    }),
  })
  await box.scripts.create(script('shop:team', 'kotlin', kotlin))
  const { done, lines, warnings } = await run({ write: true })
  expect([done, lines.at(-1)]).toEqual([false, 'Translated 0'])
  expect(warnings[0]).toMatch(/scripts shop:team was not changed, because someone else has changed it/)
  expect(await box.scripts.get({ id: 'shop:team' })).toMatchObject({
    description: 'changed',
    source: { type: 'kotlin' },
  })
})

it('the page shows the plan of its example', async () => {
  const page = await readFile(new URL('../../docs/migrate-scripts.md', import.meta.url), 'utf8')
  const [, source = ''] = /const script = `(.*?)`/s.exec(page) ?? []
  const [, shown] = /^```text\n(.*?)^```$/ms.exec(page) ?? []
  const { box, run } = await opened(await jvmScripts(readSettings({}).settings))
  await box.scripts.create(script('shop:team', 'kotlin', source))
  expect(`${(await run()).lines.join('\n')}\n`).toBe(shown)
})
