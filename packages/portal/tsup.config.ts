import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'tsup'

const folder = '../dashboard/web/styles/fonts'
const names = ['public-sans', 'overpass-mono']

/** The fonts are texts in a file that is loaded when one is asked for; their licenses go with them. */
export default defineConfig(({ outDir = 'dist' }) => ({
  entry: { index: 'src/index.ts', pages: 'src/pages/index.ts' },
  format: 'esm',
  platform: 'neutral',
  dts: true,
  clean: true,
  esbuildPlugins: [
    {
      name: 'fonts-inlined',
      setup({ onLoad }) {
        const texts = names.map((name) => [`${name}.woff2`, readFileSync(join(folder, `${name}.woff2`), 'base64')])
        const contents = `export const fonts = ${JSON.stringify(Object.fromEntries(texts))}`
        onLoad({ filter: /[\\/]portal[\\/]src[\\/]fonts\.ts$/ }, () => ({ contents, loader: 'js' }))
      },
    },
  ],
  async onSuccess() {
    for (const name of names) copyFileSync(join(folder, `${name}.LICENSE.txt`), join(outDir, `${name}.LICENSE.txt`))
  },
}))
