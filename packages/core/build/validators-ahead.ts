import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import type { Part } from './apart.ts'
import { generateValidators, validatorIndex } from './generate-validators.ts'
import { validatedSchemas } from './validated-schemas.ts'

const SPECIFIER = 'validators-ahead:'

const schemas = validatedSchemas()

/** The validator files: one for each slice. */
export const validatorParts = (): readonly Part[] =>
  [...schemas].map(([name, some]) => ({
    imports: new RegExp(`^${SPECIFIER}${name}$`),
    file: `validators/${name}`,
    contents: generateValidators(some),
  }))

/** Files that validate without a call, and whose validators they load. The others are `<slice>/handlers`. */
const withoutCalls: Readonly<Record<string, readonly string[]>> = {
  'conditions/problems': ['conditions'],
  'entries/records': ['features', 'configs', 'experiments', 'segments'],
  'plugins/define-plugin': ['compile'],
  'gateway/compile/backend': ['compile'],
}

/** Matches a source file; captures the source folder and the file's path below it. */
const FILE = /^(.*[\\/]core[\\/]src)[\\/](.+)\.ts$/

/** The file that a build replaces. */
const VALIDATORS = /[\\/]core[\\/]src[\\/]machine[\\/]schema[\\/]validators\.ts$/

/** The validators that a source file loads. */
function validatorsFor(file: string): readonly string[] {
  const [, slice = ''] = /^([\w-]+)\/handlers$/.exec(file) ?? []
  return withoutCalls[file] ?? [slice].filter((name) => schemas.has(name))
}

/**
 * Creates a plugin that replaces ajv by generated validators: a file for each slice (`validators/<slice>.js`) and one
 * for shared schemas (`validators/common.js`). The code that handles the calls of the slice (`<slice>/handlers.ts`)
 * loads both.
 */
export function validatorsAhead(): Plugin {
  return {
    name: 'validators-ahead',
    setup({ onLoad }) {
      onLoad({ filter: VALIDATORS }, () => ({ contents: validatorIndex, loader: 'js' }))
      onLoad({ filter: FILE }, async ({ path }) => {
        const [, sources = '', file = ''] = FILE.exec(path) ?? []
        const slices = validatorsFor(file.replaceAll('\\', '/'))
        return slices.length === 0
          ? undefined
          : withValidators(await readFile(path, 'utf8'), [...slices, 'common'], sources)
      })
    },
  }
}

/** Adds the validators of these slices to the text of a file. */
function withValidators(text: string, slices: readonly string[], sources: string) {
  const index = JSON.stringify(`${sources}/machine/schema/validators.ts`)
  const imports = slices.map((name, n) => `import { rows as rows${n} } from '${SPECIFIER}${name}'`)
  const adding = slices.map((_, n) => `addValidators(rows${n})`)
  const contents = [`import { addValidators } from ${index}`, ...imports, text, ...adding].join('\n')
  return { contents, loader: 'ts' as const }
}
