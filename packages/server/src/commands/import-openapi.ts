import type { Run } from './command.ts'
import { importOpenApiFile } from './import-file.ts'
import { onStore } from './on-store.ts'

/** `signalbox import-openapi`: an API from an OpenAPI document. */
export const runImportOpenApi: Run = onStore(async (box, file) => {
  if (file === undefined) throw new Error('import-openapi requires a file: signalbox import-openapi FILE')
  for (const line of await importOpenApiFile(box, file)) console.log(line)
  return true
}, 'signalbox import-openapi')
