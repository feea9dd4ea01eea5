import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Signalbox } from '@signalbox/core'
import { createSignalbox } from '@signalbox/core'
import { importOpenApiFile } from './import-file.ts'
import { progressBar } from './progress.ts'
import { openApiReader } from './read-openapi.ts'
import type { Settings } from './settings.ts'
import { openStore } from './stores.ts'
import { exportLines, importFile } from './transfer.ts'

/** One thing that the command does besides serving. */
interface Command {
  readonly usage: string
  readonly about: string
  /** Whether all of it was done. */
  readonly run: (box: Signalbox, file: string | undefined) => Promise<boolean>
}

/** What comes behind `signalbox`; nothing serves. */
export const commands: Readonly<Record<string, Command>> = {
  export: {
    usage: 'export [FILE]',
    about: 'write everything to a file, or to the standard output, as nd-json',
    async run(box, file) {
      await pipeline(Readable.from(exportLines(box)), file === undefined ? process.stdout : createWriteStream(file))
      return true
    },
  },
  import: {
    usage: 'import FILE',
    about: 'create or replace what a file of export holds',
    async run(box, file) {
      if (file === undefined) throw new Error('import needs the file to read: signalbox import FILE')
      const { accepted, refused } = await importFile(box, file, progressBar(process.stderr))
      for (const sentence of refused) console.error(sentence)
      console.log(`${accepted} lines imported, ${refused.length} refused`)
      return refused.length === 0
    },
  },
  'import-openapi': {
    usage: 'import-openapi FILE',
    about: 'make an API of an OpenAPI document, JSON or YAML, and say what came of it',
    async run(box, file) {
      if (file === undefined) throw new Error('import-openapi needs the file to read: signalbox import-openapi FILE')
      for (const line of await importOpenApiFile(box, file)) console.log(line)
      return true
    },
  },
  migrate: {
    usage: 'migrate',
    about: 'bring the store to the newest version of its schema; serving does so too',
    async run(box) {
      await box.health()
      console.log('The store is at the newest version of its schema')
      return true
    },
  },
}

/** Runs a command over the store of the settings. */
export async function runCommand(name: string, file: string | undefined, settings: Settings): Promise<boolean> {
  const { store: url, timeZone, bucketing, assignment, bodyLimit } = settings
  const box = createSignalbox({
    store: await openStore(url),
    timeZone,
    bucketing,
    assignment,
    bodyLimit,
    readOpenApi: openApiReader(),
  })
  try {
    return (await commands[name]?.run(box, file)) ?? false
  } finally {
    await box.close()
  }
}
