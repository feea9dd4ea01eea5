import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { UiAssets } from './docs-page.ts'

const { resolve } = createRequire(import.meta.url)
const read = (file: string): string => readFileSync(resolve(`swagger-ui-dist/${file}`), 'utf8')

/**
 * Swagger UI, for the option `docs.ui` of `toHono`: the page at `/apis/openapi/ui`. The build replaces these lines by the
 * two texts, so that nothing is read, installed or asked for where the package runs: 1.9 MB that no other entry loads.
 */
export const referenceUi: UiAssets = { script: read('swagger-ui-bundle.js'), style: read('swagger-ui.css') }
