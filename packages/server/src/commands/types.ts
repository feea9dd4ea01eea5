import { writeTypes } from '../types/write-types.ts'
import type { Run } from './command.ts'

/** `signalbox types`: the keys of flags as TypeScript types. */
export const runTypes: Run = async ({ file, ...words }, settings) => {
  if (file !== undefined) throw new Error(`types does not take a file: use signalbox types --from ${file}`)
  return writeTypes(words, settings)
}
