import type { Command } from './command.ts'
import { onStore } from './on-store.ts'

/** `signalbox migrate`: the newest schema of the store. */
export const migrateCommand: Command = {
  usage: 'migrate',
  about: 'migrate the store to the newest version of its schema; the server does this when it starts',
  run: onStore(async (box) => {
    await box.health()
    console.log('The store has the newest version of its schema')
    return true
  }),
}
