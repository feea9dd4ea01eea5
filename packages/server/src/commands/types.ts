import { writeTypes } from '../write-types.ts'
import type { Command } from './command.ts'

/** `signalbox types`: the keys of flags as TypeScript types. */
export const typesCommand: Command = {
  usage: 'types [--from FROM] [--out FILE] [--check]',
  about:
    'write the keys of features, configs and experiments as a TypeScript interface; FROM is the URL of a server, an nd-json file or a store',
  options: ['from', 'out', 'check'],
  async run({ file, ...words }, settings) {
    if (file !== undefined) throw new Error(`types does not take a file: use signalbox types --from ${file}`)
    return writeTypes(words, settings)
  },
}
