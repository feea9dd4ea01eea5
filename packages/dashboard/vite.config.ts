import { defineConfig } from 'vite'

/** The page: hashed modules below `assets`, addressed relatively, from the sources of the packages it uses. */
export default defineConfig({
  root: 'web',
  base: './',
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
