import { copyFileSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'tsup'

const { resolve } = createRequire(import.meta.url)
const file = (name: string): string => resolve(`swagger-ui-dist/${name}`)
const textOf = (name: string): string => JSON.stringify(readFileSync(file(name), 'utf8'))

/** The entry `ui` is Swagger UI as two texts; its notices go with it. */
export default defineConfig(({ outDir = 'dist' }) => ({
  entry: { index: 'src/index.ts', node: 'src/node/index.ts', portal: 'src/portal/index.ts', ui: 'src/ui.ts' },
  format: 'esm',
  platform: 'neutral',
  external: [/^node:/],
  removeNodeProtocol: false,
  dts: true,
  clean: true,
  esbuildPlugins: [
    {
      name: 'ui-inlined',
      setup({ onLoad }) {
        const contents = `export const referenceUi = { script: ${textOf('swagger-ui-bundle.js')}, style: ${textOf('swagger-ui.css')} }`
        onLoad({ filter: /[\\/]hono[\\/]src[\\/]ui\.ts$/ }, () => ({ contents, loader: 'js' }))
      },
    },
  ],
  async onSuccess() {
    for (const name of ['NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
      copyFileSync(file(name), join(outDir, `ui-${name}`))
  },
}))
