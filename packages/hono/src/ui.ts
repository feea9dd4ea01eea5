import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { UiAssets } from './docs/docs-page.ts'

const { resolve } = createRequire(import.meta.url)
const read = (file: string): string => readFileSync(resolve(`swagger-ui-dist/${file}`), 'utf8')

/**
 * Swagger UI for the option `docs.ui` of `toHono`, which serves the page at `/apis/openapi/ui`. The build replaces
 * these lines with the two texts, so that nothing is read or installed at run time: 1.9 MB that no other entry point
 * loads.
 *
 * @example
 * ```ts
 * const app = toHono(box, { docs: { ui: referenceUi } })
 * ```
 */
export const referenceUi: UiAssets = { script: read('swagger-ui-bundle.js'), style: read('swagger-ui.css') }
