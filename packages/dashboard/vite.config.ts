import { defineConfig } from 'vite'
import { icons } from './icons-plugin.ts'

/** The page: hashed modules below `assets`, addressed relatively, from the sources of the packages it uses. */
export default defineConfig({
  root: 'web',
  base: './',
  plugins: [icons()],
  resolve: { conditions: ['@signalbox/source'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../built',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: 'es2023',
  },
})
