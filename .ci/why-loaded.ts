import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { validatorParts, validatorsAhead } from '../packages/core/build/validators-ahead.ts'

const root = join(import.meta.dirname, '..')

/** A source file in a bundle, and the bytes that it has there. */
export interface LoadedFile {
  readonly file: string
  readonly bytes: number
}

/** What a program loads, largest file first. */
export interface Loaded {
  readonly atStart: readonly LoadedFile[]
  readonly later: readonly LoadedFile[]
}

/**
 * Lists what a program loads by source file: a module that imports entries of the packages. Bytes are minified, not compressed. It bundles the
 * sources with the generated validators, so nothing needs to be built.
 */
export async function whyLoaded(module: string): Promise<Loaded> {
  const { metafile } = await build({
    stdin: { contents: module, resolveDir: root },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: 'bundle',
    format: 'esm',
    platform: 'browser',
    conditions: ['@signalbox/source'],
    external: ['node:*'],
    plugins: [validatorsAhead(), validators],
    absWorkingDir: root,
  })
  const outputs = new Map(Object.entries(metafile.outputs))
  const start = new Set([...outputs.keys()].filter((name) => outputs.get(name)?.entryPoint === '<stdin>'))
  for (const name of start)
    for (const { path, kind } of outputs.get(name)?.imports ?? []) if (kind === 'import-statement') start.add(path)
  const filesOf = (isAtStart: boolean) =>
    [...outputs]
      .filter(([name]) => start.has(name) === isAtStart)
      .flatMap(([, { inputs }]) => Object.entries(inputs))
      .map(([file, { bytesInOutput }]) => ({
        file: file.replace(/^(packages\/|validators:)/, ''),
        bytes: bytesInOutput,
      }))
      .filter(({ bytes }) => bytes > 0)
      .sort((one, other) => other.bytes - one.bytes)
  return { atStart: filesOf(true), later: filesOf(false) }
}

/** Resolves the generated validators, which are files of their own in the build. */
const validators: Plugin = {
  name: 'validators',
  setup({ onResolve, onLoad }) {
    for (const { imports, file, contents } of validatorParts()) {
      onResolve({ filter: imports }, () => ({ path: file, namespace: 'validators', sideEffects: false }))
      onLoad({ filter: new RegExp(`^${file}$`), namespace: 'validators' }, () => ({
        contents,
        resolveDir: join(root, 'packages/core/src'),
      }))
    }
  },
}
