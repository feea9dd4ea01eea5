import type { Config } from '@signalbox/core/contract'
import { type Context, type DecideConfig, isRuled } from '@signalbox/core/evaluate'
import { isSame } from '../../values/is-same.ts'
import { count } from '../../words/words.ts'
import { sampleOf } from '../targeting/sample-clients.ts'
import { shortValue } from './value-words.ts'

/** What consequences are computed with. */
export interface ConsequenceParts {
  /** What decides a config, for any number of contexts; `undefined` if it cannot be evaluated here. */
  compile(config: Config): DecideConfig | undefined
  /** The context at hand. */
  readonly context: Context
  /** A list of client ids to count with; may be empty. */
  readonly ids: readonly string[]
}

/** What saving a config means for the programs that read it, in sentences. `saved` is absent while it is being created. */
export function consequence(saved: Config | undefined, draft: Config, parts: ConsequenceParts): readonly string[] {
  if (!saved) return []
  return [...readersChange(saved, draft, parts), ...flagChange(saved, draft)]
}

function readersChange(saved: Config, draft: Config, parts: ConsequenceParts): readonly string[] {
  const isUnchanged = isSame([saved.value, saved.rules, saved.type], [draft.value, draft.rules, draft.type])
  if (isUnchanged) return [nobody]
  const [was, is] = [parts.compile(saved), parts.compile(draft)]
  if (!was || !is) return ['This page can’t tell whose value changes.']
  if (!isRuled(saved) && !isRuled(draft))
    return [isSame(was(undefined).value, is(undefined).value) ? nobody : 'Every client reads the new value.']
  return [sampledChange(was, is, parts)]
}

const nobody = 'No client’s value changes.'

/** Evaluates sampled clients that have the attributes of the context at hand. */
function sampledChange(was: DecideConfig, is: DecideConfig, { context, ids: listed }: ConsequenceParts): string {
  const { ids, words } = sampleOf(listed)
  let changed = 0
  let failed = 0
  for (const id of ids) {
    const one = { ...context, id }
    const [before, after] = [was(one), is(one)]
    if (!isSame(before.value, after.value)) changed++
    if (after.reason === 'ERROR' && before.reason !== 'ERROR') failed++
  }
  const [before, after] = [was(context), is(context)]
  const own = isSame(before.value, after.value)
    ? 'This client keeps its value'
    : `This client would read ${shortValue(after.value, 40)} instead of ${shortValue(before.value, 40)}`
  const errors = failed > 0 ? ` ${count(failed)} lack the attribute that the split needs, which is an error.` : ''
  return `In a sample of ${words} with these attributes, ${readersOf(changed)} another value. ${own}.${errors}`
}

const readersOf = (changed: number): string => `${changed === 0 ? 'none' : count(changed)} would read`

/** OpenFeature reads typed configs only, and their texts are never parsed. */
function flagChange(saved: Config, draft: Config): readonly string[] {
  if (saved.type === undefined && draft.type !== undefined)
    return ['OpenFeature can read it as a flag. Texts that hold JSON are read as texts.']
  if (saved.type !== undefined && draft.type === undefined) return ['OpenFeature can no longer read it as a flag.']
  return []
}
