import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ScriptEngine, ScriptError } from '@signalbox/core'
import type { JvmLanguage } from '@signalbox/scripts-jvm'
import packageJson from '../../package.json' with { type: 'json' }
import type { Settings } from '../settings/settings.ts'

type JvmSettings = Pick<
  Settings,
  'jvm' | 'jvmLanguages' | 'jvmClasspath' | 'jvmSandbox' | 'jvmMib' | 'scriptMs' | 'scriptOrigins'
>

/** The folder with the jars of the JVM: the configured one, or one in the cache of this user. */
export const jvmFolder = ({ jvmClasspath }: Pick<Settings, 'jvmClasspath'>): string =>
  jvmClasspath || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'signalbox', 'jvm', packageJson.version)

/** The archive of classes of a language in this folder. */
export const archiveIn = (folder: string, language: JvmLanguage): string => join(folder, `${language}.jsa`)

/** What is logged at the start of a server that runs such scripts. */
export const jvmWarnings = ({ jvm }: Pick<Settings, 'jvm'>): readonly string[] =>
  jvm === 'off'
    ? []
    : ['Kotlin and Scala scripts run as this user: only let people you trust be admins (SIGNALBOX_JVM)']

/**
 * Creates the engines for the languages of the JVM, none unless a program is configured. Throws a `RangeError` that
 * says what to do if jars are missing.
 */
export async function jvmScripts(settings: JvmSettings): Promise<Readonly<Record<string, ScriptEngine>>> {
  const { jvm, jvmSandbox, jvmMib, scriptMs, scriptOrigins } = settings
  if (jvm === 'off') return { kotlin: without('Kotlin'), scala: without('Scala') }
  const { classpathIn, jvmLanguages, jvmScriptEngine, missingJars } = await import('@signalbox/scripts-jvm')
  const { guardedFetch } = await import('@signalbox/scripts')
  const folder = jvmFolder(settings)
  const engines: Record<string, ScriptEngine> = {}
  for (const language of jvmLanguages) {
    if (!settings.jvmLanguages.includes(language)) {
      engines[language] = unavailable(
        `Scripts in ${names[language]} are off: add ${language} to SIGNALBOX_JVM_LANGUAGES, run signalbox jvm install, and start the server again`,
      )
      continue
    }
    const missing = await missingJars(folder, language)
    if (missing.length > 0)
      throw new RangeError(
        `SIGNALBOX_JVM is ${jvm}, but ${folder} lacks ${missing[0]}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}: run signalbox jvm install, set SIGNALBOX_JVM_CLASSPATH to the folder of the jars, or SIGNALBOX_JVM_LANGUAGES to the languages that you need`,
      )
    engines[language] = jvmScriptEngine({
      language,
      java: jvm,
      classpath: classpathIn(folder, language),
      archive: archiveIn(folder, language),
      cache: join(folder, 'scripts'),
      sandbox: jvmSandbox,
      heapMiB: jvmMib,
      cpuMs: scriptMs,
      fetch: guardedFetch({ origins: scriptOrigins, bodyBytes: 256 * 1024 }),
    })
  }
  return engines
}

const names: Readonly<Record<JvmLanguage, string>> = { kotlin: 'Kotlin', scala: 'Scala' }

const without = (name: string): ScriptEngine =>
  unavailable(
    `Scripts in ${name} need a JVM, which is off: run signalbox jvm install once, and start the server with SIGNALBOX_JVM=java`,
  )

/** Stands for an engine that a server does not have, and says how to get it. */
function unavailable(message: string): ScriptEngine {
  const error: ScriptError = { code: 'UNAVAILABLE', message }
  return {
    run: async () => ({ active: false, logs: [], error }),
    check: async () => error,
    close: async () => {},
  }
}
