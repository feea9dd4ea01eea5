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

/** Slices whose records are read without a call. */
const ofRecords = ['features', 'configs', 'experiments']

/**
 * Matches the file that handles the calls of a slice, or reads records; captures the source folder and which of the two
 * it is.
 */
const FILE = /^(.*[\\/]core[\\/]src)[\\/](?:([\w-]+)[\\/]handlers|entries[\\/](records))\.ts$/

/**
 * Creates a plugin that replaces ajv by generated validators: a file for each slice (`validators/<slice>.js`) and one
 * for shared schemas (`validators/common.js`). The code that handles the calls of the slice (`<slice>/handlers.ts`)
 * loads both.
 */
export function validatorsAhead(): Plugin {
  return {
    name: 'validators-ahead',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]core[\\/]src[\\/]validators\.ts$/ }, () => ({ contents: validatorIndex, loader: 'js' }))
      onLoad({ filter: FILE }, async ({ path }) => {
        const [, sources = '', slice = '', reads] = FILE.exec(path) ?? []
        const slices = reads ? ofRecords : [slice].filter((name) => schemas.has(name))
        return slices.length === 0
          ? undefined
          : withValidators(await readFile(path, 'utf8'), [...slices, 'common'], sources)
      })
    },
  }
}

/** Adds the validators of these slices to the text of a file. */
function withValidators(text: string, slices: readonly string[], sources: string) {
  const index = JSON.stringify(`${sources}/validators.ts`)
  const imports = slices.map((name, n) => `import { rows as rows${n} } from '${SPECIFIER}${name}'`)
  const adding = slices.map((_, n) => `addValidators(rows${n})`)
  const contents = [`import { addValidators } from ${index}`, ...imports, text, ...adding].join('\n')
  return { contents, loader: 'ts' as const }
}
