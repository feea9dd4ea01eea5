import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** A part of the build in a minified file of its own. */
export interface Part {
  /** Matches the specifiers that import the part. */
  readonly imports: RegExp
  /** Its file in the build, without extension. */
  readonly file: string
  /** Its source: the text of a module in the source folder. */
  readonly contents: string
}

/** Creates a plugin that builds parts into separate files, which importing modules load. */
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
