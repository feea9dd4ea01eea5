import type { Language } from '@signalbox/migrate/scripts'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { storeInstance } from '../folder/sides.ts'
import { createServer } from '../serve/create-server.ts'
import { migrateScripts } from './migrate-scripts.ts'

const jvm = inject('jvm')

const conditions = {
  kotlin: [
    'context.get("user")?.asText()?.contains("x") ?: false',
    'context.get("user")?.asText() == "ann" || context.path("plan").asText().startsWith("pro")',
    'context.get("user")?.asText() in listOf("ann", "bob") && !context.has("blocked")',
    'context.get("user")?.get("name")?.textValue()?.endsWith("n") == true',
    'context.get("user").asText() == "null"',
    'context["user"] != null && !(context.get("a") == null)',
    '!!context.has("user")',
  ],
  scala: [
    '(context \\ "user").asOpt[String].contains("ann")',
    '(context \\ "user").asOpt[String] == Some("ann") || (context \\ "plan").asOpt[String].exists(_.startsWith("pro"))',
    '(context \\ "user").asOpt[String].exists(Seq("ann", "bob").contains(_)) && !((context \\ "blocked").isDefined)',
    '(context \\ "user" \\ "name").asOpt[String].map(_.endsWith("n")).getOrElse(false)',
    '(context \\ "user").as[String] == "null"',
    '(context \\ "user").isDefined && (context \\ "a").asOpt[String].forall(a => a == "b" || !(a.contains("c")))',
    '(context \\ "user").asOpt[Boolean].contains(true)',
  ],
} as const satisfies Record<Language, readonly string[]>

const heads = {
  kotlin: 'fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit) {',
  scala: `def enabled(context: play.api.libs.json.JsObject, enabled: () => Unit, disabled: () => Unit,
            http: play.api.libs.ws.WSClient)(implicit ec: ExecutionContext): Unit = {`,
} as const satisfies Record<Language, string>

it.each(['kotlin', 'scala'] as const)('translations answer as the JVM does: %s', { timeout: 600_000 }, async (type) => {
  const jvmClasspath = 'folder' in jvm ? jvm.folder : ''
  const options = { jvm: 'java', jvmClasspath, jvmLanguages: [type], scriptMs: 5_000 }
  const server = await createServer({ port: 0, ...known, ...options })
  onTestFinished(() => server.close())
  for (const [at, condition] of conditions[type].entries()) {
    const script = `${heads[type]}\n  if (${condition}) enabled() else disabled()\n}`
    // The first compilation may take longer than a call waits.
    const create = () =>
      server.box.scripts.create({ body: { id: `s${at}`, name: condition, source: { type, script } } })
    await vi.waitFor(create, { timeout: 110_000 })
  }
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const done = await migrateScripts(storeInstance(server.box, 'memory:'), { reason: 'tests', print, warn: print })
  expect(lines.filter((line) => !line.startsWith('    '))).toEqual([
    ...conditions[type].map(() => expect.stringMatching(/-> javascript, with the same answers in \d+ contexts$/)),
    `Plan: ${conditions[type].length} to translate, 0 to leave as they are`,
  ])
  expect(done).toBe(true)
})
