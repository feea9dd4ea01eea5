import type { Plugin } from 'vite'

/**
 * Puts the order of the CSS layers at the beginning of every file of styles: a rule of a later layer wins, whichever file
 * a browser loads first.
 */
export const layers = (...names: readonly string[]): Plugin => ({
  name: 'layers',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = `@layer ${names.join(',')};${typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)}`
  },
})
