import { markScripts } from '@signalbox/core/engines'
import { classpathIn, installJvm, jvmLanguages, writeArchive } from '@signalbox/scripts-jvm'
import { archiveIn, jvmFolder } from '../box/jvm-scripts.ts'
import type { Settings } from '../settings/settings.ts'
import { nameStore, openStore } from '../stores/stores.ts'

/** What is done, and the Maven repository that the jars come from. */
interface JvmWords {
  readonly file?: string | undefined
  readonly from?: string | undefined
}

/** Runs `signalbox jvm install` and `signalbox jvm trust`. Resolves with whether it succeeded. */
export async function runJvm({ file, from }: JvmWords, settings: Settings): Promise<boolean> {
  if (file === 'install') return install(from, settings)
  if (file !== 'trust') throw new Error('jvm requires what to do: signalbox jvm install, or signalbox jvm trust')
  if (from !== undefined) throw new Error('jvm trust marks scripts of the store, so omit --from')
  return trust(settings)
}

async function install(from: string | undefined, settings: Settings): Promise<boolean> {
  if (from !== undefined && !/^https?:/i.test(from))
    throw new Error('--from must be the URL of a Maven repository: signalbox jvm install --from https://…')
  const folder = jvmFolder(settings)
  const languages = jvmLanguages.filter((language) => settings.jvmLanguages.includes(language))
  const written = await installJvm({ folder, languages, from })
  console.log(`${folder} has all jars for ${languages.join(' and ')}; installed ${written.length}`)
  const java = settings.jvm === 'off' ? 'java' : settings.jvm
  for (const language of languages) {
    const archive = archiveIn(folder, language)
    const isWritten = await writeArchive({ language, classpath: classpathIn(folder, language), archive, java })
    if (!isWritten)
      console.error(`${java} did not compile a script in ${language}, so starts are slower: is it Java 17 or newer?`)
  }
  if (settings.jvm === 'off') console.log('Set SIGNALBOX_JVM=java to run such scripts')
  return true
}

async function trust({ store: url, storeTimeout: timeout }: Settings): Promise<boolean> {
  if (url === 'memory:') throw new Error('jvm trust requires a persistent store: set SIGNALBOX_STORE')
  try {
    const store = await openStore(url, { timeout })
    try {
      console.log(`marked ${await markScripts(store)}`)
    } finally {
      await store.close?.()
    }
  } catch (error) {
    throw nameStore(url, error)
  }
  return true
}
