import { join } from 'node:path'
import { defineConfig } from 'vite'
import { bundledLicenses } from './build/write-licenses.ts'
import { icons } from './icons-plugin.ts'
import { layers } from './layers-plugin.ts'

/** The page: hashed modules below `assets`, addressed relatively, from the sources of the packages it uses. */
export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  base: './',
  plugins: [icons(), layers('reset', 'tokens', 'base', 'parts', 'screens')],
  resolve: { conditions: ['@signalbox/source'] },
  mode: 'production',
  // Vite would take these from NODE_ENV, and tests that build the page set it to another value.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: '../built',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    license: { fileName: bundledLicenses },
    // By default, the bundler makes a file of each set of modules that the same screens share: 87 files for one screen.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 1 },
            // The forms of strategies are small and used one after the other: one file for all but that of rules.
            {
              name: 'strategies',
              test: /strategies\/forms\/(?!rules|FeatureRule)/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            { name: 'parts', test: (id) => !id.includes('node_modules'), minShareCount: 3 },
          ],
        },
      },
    },
    target: 'es2023',
    // The oldest browsers with `light-dark()` and popovers. For older ones, colors would be rewritten to follow the system alone.
    cssTarget: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
  },
})
