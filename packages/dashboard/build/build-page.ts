import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isCurrent, writeInputs } from './inputs.ts'
import { writeLicenses } from './write-licenses.ts'
import { writeModules } from './write-modules.ts'

const root = join(import.meta.dirname, '..')
const built = join(root, 'built')
const lock = join(root, 'built.lock')

/** A lock this old was left by a build that was killed. */
const STALE_MS = 60_000

/**
 * Builds the page into `built`, unless that was built from the same sources. Processes that ask at the same time wait
 * for one of them. Returns whether it was built now.
 */
export async function buildPage(): Promise<boolean> {
  if (isCurrent(built)) return false
  await takeLock()
  try {
    if (isCurrent(built)) return false
    await build()
    return true
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Builds beside the previous result, and replaces that at the end. */
async function build(): Promise<void> {
  const vite = await import('vite')
  const folder = mkdtempSync(`${built}-`)
  try {
    const modules: string[] = []
    const note = {
      name: 'inputs',
      moduleParsed: ({ id }: { id: string }) => void modules.push(id.replace(/[?#].*/, '')),
    }
    await vite.build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder },
      plugins: [note],
    })
    writeModules(folder)
    writeLicenses(folder)
    writeInputs(folder, modules)
    rmSync(built, { recursive: true, force: true })
    renameSync(folder, built)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function takeLock(): Promise<void> {
  for (;;)
    try {
      return mkdirSync(lock)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      if (age > STALE_MS) rmSync(lock, { recursive: true, force: true })
      else await wait(50)
    }
}
