import { join } from 'node:path'
import type { ScriptOutcome } from '@signalbox/core'
import { afterAll, inject } from 'vitest'
import type { JvmLanguage } from './artifacts.ts'
import { classpathIn } from './artifacts.ts'
import type { JvmScriptEngine, JvmScriptEngineOptions } from './jvm-script-engine.ts'
import { jvmScriptEngine } from './jvm-script-engine.ts'

const open: JvmScriptEngine[] = []
afterAll(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()))
})

const jvm = inject('jvm')
const folder = 'folder' in jvm ? jvm.folder : 'nowhere'

/** The jars of a language, as the tests found them. */
export const jarsOf = (language: JvmLanguage = 'kotlin') => classpathIn(folder, language)

/** Opens an engine with generous limits for busy machines, and closes it after the tests. */
export function openEngine(options: Partial<JvmScriptEngineOptions> = {}): JvmScriptEngine {
  const language = options.language ?? 'kotlin'
  const limits = { cpuMs: 300, wallMs: 60_000, compileMs: 110_000 }
  const installed = { classpath: jarsOf(language), archive: join(folder, `${language}.jsa`) }
  const engine = jvmScriptEngine({ language, ...installed, sandbox: 'off', ...limits, ...options })
  open.push(engine)
  return engine
}

/** Runs a script. */
export const ask = (
  engine: JvmScriptEngine,
  script: string,
  context: Record<string, unknown> = {},
  type: JvmLanguage = 'kotlin',
): Promise<ScriptOutcome> => engine.run({ type, script, context })

/** A Kotlin script whose function has this body. */
export const body = (text: string, more = ''): string =>
  `fun enabled(context: Map<String, Any?>, enabled: () -> Unit, disabled: () -> Unit) {\n${text}\n}\n${more}`
