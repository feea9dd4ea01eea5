/**
 * Checks features without scripts: with `loaded`, next to a script engine that has run and whose worker waits; with
 * `none`, without importing an engine. Takes the length of a slice in milliseconds, and answers with nanoseconds per
 * check.
 */
import type { ScriptEngine } from '@signalbox/core'
import { signalboxAt } from '../candidates/signalbox.ts'
import { toCandidate } from '../candidates/to-candidate.ts'
import { answerWith } from '../child.ts'
import { race } from '../harness.ts'
import { manyUsers, mixedFeatures, questions } from '../workload.ts'

const [engine] = process.argv.slice(2)
const users = manyUsers(1000)
const features = mixedFeatures(1000, users)

const evaluator = await signalboxAt(Date.now, engine === 'loaded' ? { javascript: await loaded() } : {})(features)
const candidate = toCandidate(evaluator, features, users, questions(features.length, users.length))

answerWith(async (sliceMs: number) => (await race([candidate], { rounds: 1, sliceMs }))[0]?.nanoseconds)

async function loaded(): Promise<ScriptEngine> {
  const { scriptEngine } = await import('@signalbox/scripts')
  const engine = scriptEngine({ wallMs: 60_000 })
  const script = 'function enabled(context, enabled) { enabled() }'
  const { active } = await engine.run({ type: 'javascript', script, context: {} })
  if (!active) throw new Error('The script engine does not work')
  return engine
}
