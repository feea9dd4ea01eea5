import type { Answer } from '../machine/answers/answer.ts'
import { copyJson } from '../machine/json/json.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { ImportOptions } from '../machine/records/lines/import.ts'
import { type Flushed, type ImportResult, noLines, readLines, together } from '../machine/records/lines/lines.ts'
import { validate } from '../machine/schema/validate.ts'
import type { CallContext } from '../operation.ts'
import { type KeptLine, keptLineSchema } from './contract.ts'
import { STORED_VALUES, storedValuesFor } from './stored-values.ts'

/** Exports and imports the values that workflows keep, as nd-json. Needs the same rights as the workflow functions. */
export function createKeptTransfer(instance: Instance, most: number) {
  const { store, closing } = instance

  async function* exportKept(pattern = '*', { caller }: CallContext): AsyncGenerator<KeptLine> {
    const where = [pattern, caller.patterns('R', 'Workflow')]
    for await (const { key, value } of store.scan(STORED_VALUES, { where })) yield { key, value }
  }

  return {
    exportKept,
    importKept(
      body: Iterable<unknown> | AsyncIterable<unknown>,
      { strategy = 'Keep', dryRun = false }: ImportOptions,
      { caller, signal }: CallContext,
    ): Promise<Answer<ImportResult>> {
      const kept = storedValuesFor(caller, { ...instance, most })

      async function write({ key, value }: KeptLine): Promise<Flushed> {
        const { isNew, isWritten } = await kept.put(key, value, { isKept: strategy === 'Keep', dryRun })
        return { accepted: Number(isWritten), created: Number(isNew), kept: Number(!isWritten) }
      }

      return readLines<KeptLine>(body, {
        signals: signal ? [closing, signal] : [closing],
        accept: (line) => validate(keptLineSchema, copyJson(line), 'The line'),
        keyOf: ({ key }) => key,
        most: 1,
        async flush(batch) {
          const flushed: Flushed[] = []
          for (const { line, value } of batch)
            flushed.push(await write(value).catch((error) => ({ ...noLines, refused: [{ line, error }] })))
          return flushed.reduce(together, noLines)
        },
      })
    },
  }
}
