import { importOpenApiFile } from '../import-file.ts'
import type { Command } from './command.ts'
import { onStore } from './on-store.ts'

/** `signalbox import-openapi`: an API from an OpenAPI document. */
export const importOpenApiCommand: Command = {
  usage: 'import-openapi [--reason TEXT] FILE',
  about: 'create an API from an OpenAPI document (JSON or YAML), and print its routes and warnings',
  options: ['reason'],
  run: onStore(async (box, file) => {
    if (file === undefined) throw new Error('import-openapi requires a file: signalbox import-openapi FILE')
    for (const line of await importOpenApiFile(box, file)) console.log(line)
    return true
  }, 'signalbox import-openapi'),
}
