import type { Context } from '../conditions/context.ts'
import { copyJson } from '../machine/json/json.ts'
import type { CompiledConfig, ConfigEvaluation } from './evaluate.ts'

/** The size of a piece of text, in characters. */
const PIECE = 32 * 1024

/** All evaluations, in the order of the ids. */
export async function collectEvaluations(slices: Slices, context: Context) {
  const results: ConfigEvaluation[] = []
  for await (const slice of slices) for (const found of slice) results.push(ownEvaluation(found, context))
  return { results }
}

/** The evaluations as JSON text in pieces. Only one piece is in memory. */
export async function* evaluationsText(slices: Slices, context: Context): AsyncGenerator<string, undefined> {
  let text = '{"results":['
  let comma = ''
  for await (const slice of slices)
    for (const found of slice) {
      text += comma + JSON.stringify(evaluationOf(found, context))
      comma = ','
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
  yield `${text}]}`
}

type Slices = AsyncIterable<readonly CompiledConfig[]>

const evaluationOf = ({ config, decide }: CompiledConfig, context: Context): ConfigEvaluation => ({
  id: config.id,
  ...decide(context),
})

/** An evaluation whose value the caller may modify. */
export function ownEvaluation(found: CompiledConfig, context: Context): ConfigEvaluation {
  const evaluation = evaluationOf(found, context)
  return { ...evaluation, value: copyJson(evaluation.value) }
}
