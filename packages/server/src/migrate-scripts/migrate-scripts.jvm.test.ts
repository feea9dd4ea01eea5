import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { createServer } from '../create-server.ts'
import { storeInstance } from '../folder/sides.ts'
import { known } from '../known.fixture.ts'
import { migrateScripts } from './migrate-scripts.ts'

const jvm = inject('jvm')

const conditions = [
  'context.get("user")?.asText()?.contains("x") ?: false',
  'context.get("user")?.asText() == "ann" || context.path("plan").asText().startsWith("pro")',
  'context.get("user")?.asText() in listOf("ann", "bob") && !context.has("blocked")',
  'context.get("user")?.get("name")?.textValue()?.endsWith("n") == true',
  'context.get("user").asText() == "null"',
  'context["user"] != null && !(context.get("a") == null)',
  '!!context.has("user")',
]

it('translations answer as the JVM does', async () => {
  const jvmClasspath = 'folder' in jvm ? jvm.folder : ''
  const server = await createServer({ port: 0, ...known, jvm: 'java', jvmClasspath, scriptMs: 5_000 })
  onTestFinished(() => server.close())
  for (const [at, condition] of conditions.entries()) {
    const script = `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit) {
  if (${condition}) enabled() else disabled()
}`
    const body = { id: `s${at}`, name: condition, source: { type: 'kotlin' as const, script } }
    // The first compilation may take longer than a call waits.
    await vi.waitFor(() => server.box.scripts.create({ body }), { timeout: 110_000 })
  }
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const done = await migrateScripts(storeInstance(server.box, 'memory:'), { reason: 'tests', print, warn: print })
  expect(lines.filter((line) => !line.startsWith('    '))).toEqual([
    ...conditions.map(() => expect.stringMatching(/-> javascript, with the same answers in \d+ contexts$/)),
    `Plan: ${conditions.length} to translate, 0 to leave as they are`,
  ])
  expect(done).toBe(true)
}, 600_000)
