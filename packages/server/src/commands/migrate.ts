import type { ScriptEngines } from '@signalbox/core'
import { scriptEngine } from '@signalbox/scripts'
import { jvmScripts } from '../box/jvm-scripts.ts'
import { serverInstance, storeInstance } from '../folder/sides.ts'
import type { Settings } from '../settings/settings.ts'
import { nameOfStore } from '../stores/stores.ts'
import type { Run, Words } from './command.ts'
import { onStore } from './on-store.ts'
import { output } from './plan-output.ts'

/** `signalbox migrate`: the newest schema of the store, or scripts in JavaScript. */
export const runMigrate: Run = async ({ file, ...words }, settings) => {
  if (file === 'scripts') return (words.to === undefined ? scriptsOfStore : scriptsOfServer)(words, settings)
  if (file !== undefined) throw new Error(`migrate does not take ${file}: use signalbox migrate scripts`)
  const [unused] = Object.entries(words).find(([, word]) => word !== undefined) ?? []
  if (unused !== undefined) throw new Error(`--${unused} needs scripts: signalbox migrate scripts --${unused} …`)
  return migrateStore(words, settings)
}

const migrateStore = onStore(async (box) => {
  await box.health()
  console.log('The store has the newest version of its schema')
  return true
})

/** The engines that run scripts before and after. */
const engines = async (settings: Settings): Promise<ScriptEngines> => ({
  javascript: scriptEngine({ cpuMs: settings.scriptMs, memoryMiB: settings.scriptMib, origins: [] }),
  ...(await jvmScripts(settings)),
})

const scriptsOfStore: Run = (words, settings) => {
  if (settings.store === 'memory:')
    throw new Error('migrate scripts requires a persistent store or --to URL: set SIGNALBOX_STORE')
  return onStore(
    async (box, _, given) => migrate(storeInstance(box, nameOfStore(settings.store)), given),
    'signalbox migrate scripts',
    engines,
  )(words, settings)
}

const scriptsOfServer: Run = ({ to = '', ...words }, settings) => migrate(serverInstance(to, settings), words)

async function migrate(instance: ReturnType<typeof serverInstance>, words: Omit<Words, 'file'>): Promise<boolean> {
  const { reason = 'signalbox migrate scripts', pattern, write, contexts: file } = words
  const { migrateScripts } = await import('../migrate-scripts/migrate-scripts.ts')
  const { readContexts } = await import('../migrate-scripts/read-contexts.ts')
  const contexts = file === undefined ? [] : await readContexts(file)
  return migrateScripts(instance, { pattern, write, contexts, reason, ...output })
}
