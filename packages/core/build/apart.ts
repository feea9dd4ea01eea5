import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { build } from 'esbuild'

/** A part of the build that nobody reads: a file of its own, minified. */
export interface Part {
  /** The imports that it stands for, as they are written. */
  readonly imports: RegExp
  /** Its file in the build, without its ending. */
  readonly file: string
  /** What it is made of: the text of a module among the sources. */
  readonly contents: string
}

/** Builds parts apart: what imports them loads their files. */
export const apart = (parts: readonly Part[]): Plugin => ({
  name: 'apart',
  setup({ onResolve, onEnd, initialOptions }) {
    for (const { imports, file } of parts)
      onResolve({ filter: imports }, () => ({ path: `./${file}.js`, external: true }))
    onEnd(async () => {
      for (const { file, contents } of parts)
        await build({
          stdin: { contents, resolveDir: join(import.meta.dirname, 'src') },
          bundle: true,
          format: 'esm',
          platform: 'neutral',
          mainFields: ['module', 'main'],
          minify: true,
          outfile: join(initialOptions.outdir as string, `${file}.js`),
        })
    })
  },
})
