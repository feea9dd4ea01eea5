import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { iconNames } from './web/styles/icon-names.ts'

const name = 'virtual:icons'

/** Puts the icons that the page uses into one SVG file. `import address from 'virtual:icons'` is its address. */
export const icons = (): Plugin => ({
  name: 'icons',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load(id) {
    if (id !== `\0${name}`) return undefined
    const file = this.emitFile({ type: 'asset', name: 'icons.svg', source: sprite() })
    return `export default import.meta.ROLLUP_FILE_URL_${file}`
  },
})

/** The icons as symbols, without the attributes that the style sheet sets. */
export function sprite(): string {
  const { resolve } = createRequire(import.meta.url)
  const symbols = iconNames.map((icon) => {
    const source = readFileSync(resolve(`lucide-static/icons/${icon}.svg`), 'utf8')
    const drawing = source.slice(source.indexOf('>', source.indexOf('<svg')) + 1, source.lastIndexOf('</svg>'))
    return `<symbol id="${icon}" viewBox="0 0 24 24">${drawing.replaceAll(/\s*\n\s*/g, '')}</symbol>`
  })
  return `<!-- Lucide, ISC licence --><svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}
