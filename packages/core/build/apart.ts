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

/** A module of the build that parts import instead of having a copy. */
export interface SharedModule {
  /** Matches the specifiers that import it. */
  readonly imports: RegExp
  /** Its file, relative to the files of the parts. */
  readonly path: string
}

/** Creates a plugin that builds parts into separate files, which importing modules load. */
export const apart = (parts: readonly Part[], shared: SharedModule): Plugin => ({
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
          plugins: [
            {
              name: 'shared',
              setup: (part) =>
                part.onResolve({ filter: shared.imports }, () => ({ path: shared.path, external: true })),
            },
          ],
          outfile: join(initialOptions.outdir as string, `${file}.js`),
        })
    })
  },
})
