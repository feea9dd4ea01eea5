import type { Context } from '../conditions/context.ts'
import type { Config } from '../configs/config.ts'
import type { ConfigDecision } from '../configs/evaluate.ts'
import { createDecide, type DecideParts } from '../features/decide.ts'
import { heardOf } from '../features/heard.ts'
import type { LiveFeatures } from '../features/live.ts'
import { answered } from '../machine/answers/answer.ts'
import { may } from '../machine/callers/caller.ts'
import { notFound, problem, SignalboxError } from '../machine/errors/errors.ts'
import { copyJson, escapePointer } from '../machine/json/json.ts'
import { answerAs, jsonText, ofPieces } from '../machine/json/json-text.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { CallContext, Handlers } from '../operation.ts'
import { createMarks } from '../scripts/marks.ts'
import type { ofrepContract } from './contract.ts'
import { collectFlags, decideAll, flagsText, readAll } from './flags.ts'
import { toConfigFlag, toContext, toFlag } from './openfeature.ts'

/** The parts that OFREP needs. */
export interface OfrepParts extends Omit<DecideParts, 'marks'> {
  readonly instance: Pick<Instance, 'store' | 'clock'>
  readonly live: LiveFeatures
}

/** Handlers that evaluate features and typed configs from the live index, in the format of OFREP. */
export function ofrepHandlers(parts: OfrepParts): { handlers: { ofrep: Handlers<typeof ofrepContract> } } {
  const { live, instance } = parts
  const heard = heardOf(live, instance.clock)
  const decide = createDecide({ ...parts, marks: createMarks(instance) })

  /** The flag with a key: a feature, or else a typed config. Records that the caller may not read do not exist for them. */
  async function flagOf(key: string, context: Context, call: CallContext) {
    const { caller } = call
    const feature = may(caller, 'R', 'Feature', key) ? live.find(key) : undefined
    if (feature) {
      const [decided] = await decide(context, call).explain([feature])
      heard.one(caller, key, decided!.active)
      return toFlag(feature.feature, decided!)
    }
    const found = may(caller, 'R', 'Config', key) ? live.findConfig(key) : undefined
    if (found?.config.type === undefined) return undefined
    const decision = found.decide(context)
    const flag = toConfigFlag(found.config, decision)
    if ('value' in flag) return { ...flag, value: copyJson(flag.value) }
    return { ...flag, attribute: splitAttribute(found.config, decision) }
  }

  const handlers: Handlers<typeof ofrepContract> = {
    async evaluate({ key, body }, call) {
      await live.ready()
      const flag = await flagOf(key, toContext(body.context), call)
      if (!flag) throw notFound('flag', key)
      if ('errorCode' in flag) throw undecided(flag)
      return { key, ...flag }
    },
    async evaluateAll({ body }, call) {
      await live.ready()
      const context = toContext(body.context)
      heard.all(call.caller)
      const flags = await decideAll(live, { decider: decide(context, call), context }, call)
      const { etag, text } = await readAll(flags)
      const answer = await answerAs(call, {
        text: async () => (text === undefined ? jsonText(flagsText(flags)) : ofPieces([text])),
        value: async () => ({ flags: await collectFlags(flags) }),
      })
      return answered(answer, { version: etag })
    },
  }
  return { handlers: { ofrep: handlers } }
}

const problems: Readonly<Record<string, string>> = {
  TARGETING_KEY_MISSING: 'error.required',
  INVALID_CONTEXT: 'error.type',
}

/** The attribute that the split of the deciding rule hashes. */
function splitAttribute({ rules = [] }: Config, { rule }: ConfigDecision): string | undefined {
  const decided = rule && rules[rule.index]
  return decided && 'split' in decided ? decided.by : undefined
}

interface Undecided {
  readonly errorCode: string
  readonly errorDetails: string
  /** The attribute of the context that is missing. @default targetingKey */
  readonly attribute?: string | undefined
}

/** The failure of a single flag that cannot be evaluated: 400 as OFREP requires, even if a script failed. */
function undecided({ errorCode, errorDetails, attribute = 'id' }: Undecided): SignalboxError {
  const name = attribute === 'id' ? 'targetingKey' : attribute
  const place = `/context${name.startsWith('/') ? name : `/${escapePointer(name)}`}`
  const field = problems[errorCode]
  return new SignalboxError('INVALID', errorDetails, {
    ...(field === undefined ? { errors: [problem('error.script')] } : { fieldErrors: { [place]: [problem(field)] } }),
    members: { errorCode },
  })
}
