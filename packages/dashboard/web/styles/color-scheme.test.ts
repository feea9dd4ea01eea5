import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')

/** Where the sources name what depends on light and dark, except for colors in `light-dark()`. */
const mentions = (pattern: string, what: RegExp) =>
  globSync(pattern, { cwd: web })
    .filter((file) => !/\.(test|fixture)\./.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(web, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
      return Array.from(text.matchAll(what), ([found]) => `${file}: ${found.replace(/\s+/g, ' ')}`)
    })

// Tests in a browser rely on it: axe-core runs with all rules in light, and in dark with those about colors.
it('styles differ between light and dark in colors alone', () => {
  expect(mentions('**/*.css', /prefers-color-scheme|[^\s{};]*data-theme[^{]*\{[^}]*\}/g)).toEqual([
    'styles/tokens.css: :root[data-theme="light"] { color-scheme: light; }',
    'styles/tokens.css: :root[data-theme="dark"] { color-scheme: dark; }',
  ])
  // A plot is drawn again, because a canvas takes no colors from styles.
  expect(mentions('**/*.{ts,tsx}', /prefers-color-scheme/g)).toEqual([
    'screens/experiment/results/plots/SeriesPlot.tsx: prefers-color-scheme',
  ])
})
