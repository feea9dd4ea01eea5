import { copyJson } from '../json.ts'
import type { CallContext } from '../operation.ts'
import type { Instance } from '../records/collection.ts'
import type { ImportResult } from '../records/lines.ts'
import { readLines } from '../records/lines.ts'
import { validate } from '../validate.ts'
import type { KeptLine } from './contract.ts'
import { keptLineSchema } from './contract.ts'
import { KEPT, keptFor } from './kept.ts'

/** nd-json of what workflows keep: what is exported here is imported elsewhere, by the rights that their functions take. */
export function createKeptTransfer(instance: Instance, most: number) {
  const { store, closing } = instance

  async function* exportKept(pattern = '*', { caller }: CallContext): AsyncGenerator<KeptLine> {
    const where = [pattern, caller.patterns('R', 'Workflow')]
    for await (const { key, value } of store.scan(KEPT, { where })) yield { key, value }
  }

  return {
    exportKept,
    importKept(
      body: Iterable<unknown> | AsyncIterable<unknown>,
      { caller, signal }: CallContext,
    ): Promise<ImportResult> {
      const kept = keptFor(caller, { ...instance, most })
      return readLines<KeptLine>(body, {
        signals: signal ? [closing, signal] : [closing],
        accept: (line) => validate(keptLineSchema, copyJson(line), 'The line'),
        keyOf: ({ key }) => key,
        most: 1,
        async flush(batch) {
          const refused: { line: number; error: unknown }[] = []
          for (const { line, value } of batch)
            await kept.update(value.key, () => value.value).catch((error) => refused.push({ line, error }))
          return { accepted: batch.length - refused.length, refused }
        },
      })
    },
  }
}
