import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import type { Part } from './apart.ts'
import { generateValidators, validatorIndex } from './generate-validators.ts'
import { validatedSchemas } from './validated-schemas.ts'

const SPECIFIER = 'validators-ahead:'

const schemas = validatedSchemas()

/** The files of validators, a slice each. */
export const validatorParts = (): readonly Part[] =>
  [...schemas].map(([name, some]) => ({
    imports: new RegExp(`^${SPECIFIER}${name}$`),
    file: `validators/${name}`,
    contents: generateValidators(some),
  }))

/** Records that are read without a call are those of these slices. */
const ofRecords = ['features', 'configs', 'experiments']

/** The file that answers the calls of a slice, or reads records: where the sources are, and which. */
const FILE = /^(.*[\\/]core[\\/]src)[\\/](?:([\w-]+)[\\/]handlers|entries[\\/](records))\.ts$/

/**
 * Puts generated validators into the place of ajv: a small file a slice (`validators/<slice>.js`) and one for what several slices check
 * (`validators/common.js`), which the code that answers its calls (`<slice>/handlers.ts`) loads with it.
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

/** The text of a file, with the validators of these slices. */
function withValidators(text: string, slices: readonly string[], sources: string) {
  const index = JSON.stringify(`${sources}/validators.ts`)
  const imports = slices.map((name, n) => `import { rows as rows${n} } from '${SPECIFIER}${name}'`)
  const adding = slices.map((_, n) => `addValidators(rows${n})`)
  const contents = [`import { addValidators } from ${index}`, ...imports, text, ...adding].join('\n')
  return { contents, loader: 'ts' as const }
}
