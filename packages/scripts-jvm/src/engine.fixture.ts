import { join } from 'node:path'
import type { ScriptOutcome } from '@signalbox/core'
import { afterAll, inject } from 'vitest'
import { classpathIn, type JvmLanguage } from './artifacts.ts'
import { type JvmScriptEngine, jvmScriptEngine } from './jvm-script-engine.ts'
import type { JvmScriptEngineOptions } from './options.ts'

const open: JvmScriptEngine[] = []
afterAll(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()))
})

const jvm = inject('jvm')
const found = 'folder' in jvm ? jvm : { folder: 'nowhere', compiled: 'nowhere' }

/** The jars of a language, as the tests found them. */
export const jarsOf = (language: JvmLanguage) => classpathIn(found.folder, language)

/** Where this run of the tests keeps compiled scripts, so that each is compiled once. */
export const compiled = join(found.compiled, 'scripts')

/**
 * Opens an engine with generous limits for busy machines, and closes it after the tests. Its scripts are only compiled
 * if no test had them compiled before.
 */
export function openEngine(language: JvmLanguage, options: Partial<JvmScriptEngineOptions> = {}): JvmScriptEngine {
  const limits = { cpuMs: 300, wallMs: 60_000, compileMs: 110_000 }
  const installed = { classpath: jarsOf(language), archive: join(found.folder, `${language}.jsa`), cache: compiled }
  const engine = jvmScriptEngine({ language, ...installed, sandbox: 'off', ...limits, ...options })
  open.push(engine)
  return engine
}

/** What a script is made of: the body of its function, and what is outside of it. */
export type Snippet = string | readonly [body: string, outside: string]

/** The same snippet in each language; a text is the same in both. */
export type Snippets = string | Readonly<Record<JvmLanguage, Snippet>>

const heads: Readonly<Record<JvmLanguage, string>> = {
  kotlin: 'fun enabled(context: Map<String, Any?>, enabled: () -> Unit, disabled: () -> Unit) {',
  scala: 'def enabled(context: Map[String, Any], enabled: () => Unit, disabled: () => Unit): Unit = {',
}

/** A script whose function has this body. */
export function scriptOf(language: JvmLanguage, snippets: Snippets): string {
  const snippet = typeof snippets === 'string' ? snippets : snippets[language]
  const [body, outside] = typeof snippet === 'string' ? [snippet, ''] : snippet
  return `${heads[language]}\n${body}\n}\n${outside}`
}

/** Scripts of a language, and an engine that runs them. */
export interface Bench {
  readonly language: JvmLanguage
  readonly engine: JvmScriptEngine
  body(snippets: Snippets): string
  ask(script: string, context?: Record<string, unknown>, engine?: JvmScriptEngine): Promise<ScriptOutcome>
  check(script: string): ReturnType<JvmScriptEngine['check']>
}

/** Opens an engine for the tests of a file. */
export function openBench(language: JvmLanguage, options: Partial<JvmScriptEngineOptions> = {}): Bench {
  const engine = openEngine(language, options)
  return {
    language,
    engine,
    body: (snippets) => scriptOf(language, snippets),
    ask: (script, context = {}, by = engine) => by.run({ type: language, script, context }),
    check: (script) => engine.check({ type: language, script }),
  }
}
