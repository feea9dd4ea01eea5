import { defineConfig } from 'tsup'
import manifest from './package.json' with { type: 'json' }

/** One file per entry of the package: that of `./redis` is built from the source it names. */
const entry = Object.fromEntries(
  Object.entries(manifest.exports).map(([path, { '@signalbox/source': source }]) => [
    path === '.' ? 'index' : path.slice(2),
    source,
  ]),
)

export default defineConfig({ entry, format: 'esm', platform: 'node', splitting: true, dts: true, clean: true })
