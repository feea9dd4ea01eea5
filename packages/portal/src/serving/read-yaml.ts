import { readOpenApi } from '@signalbox/core/openapi'

/** The most bytes of a document. */
const limits = { json: 16 * 1024 * 1024, yaml: 4 * 1024 * 1024 }

/** Reads an OpenAPI document in YAML; `undefined` if it is none. */
export function readYaml(text: string): unknown {
  try {
    return JSON.parse(readOpenApi({ openapi: text }, limits).text)
  } catch {
    return undefined
  }
}
