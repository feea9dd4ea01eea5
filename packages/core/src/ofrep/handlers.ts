import { answered } from '../answer.ts'
import { notFound, problem, SignalboxError } from '../errors.ts'
import type { DecideParts } from '../features/decide.ts'
import { createDecide } from '../features/decide.ts'
import type { LiveFeatures } from '../features/live.ts'
import { answerAs, jsonText, ofPieces } from '../json-text.ts'
import type { Handlers } from '../operation.ts'
import type { ofrepContract } from './contract.ts'
import { collectFlags, decideAll, flagsText, readAll } from './flags.ts'
import { toContext, toFlag } from './openfeature.ts'

/** The parts that OFREP needs. */
export interface OfrepParts extends DecideParts {
  readonly live: LiveFeatures
}

/** Handlers that evaluate features from the live index, in the format of OFREP. */
export function ofrepHandlers(parts: OfrepParts): { handlers: { ofrep: Handlers<typeof ofrepContract> } } {
  const { live } = parts
  const decide = createDecide(parts)
  const handlers: Handlers<typeof ofrepContract> = {
    async evaluate({ key, body }, { caller }) {
      await live.ready()
      const found = live.find(key)
      if (!found) throw notFound('feature', key)
      const [decided] = await decide(toContext(body.context), caller).explain([found])
      const flag = toFlag(found.feature, decided!)
      if ('errorCode' in flag) throw undecided(flag)
      return { key, ...flag }
    },
    async evaluateAll({ body }, call) {
      await live.ready()
      const flags = await decideAll(live, decide(toContext(body.context), call.caller), call)
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

/** The failure of a single feature that cannot be evaluated: 400 as OFREP requires, even if a script failed. */
function undecided({ errorCode, errorDetails }: { errorCode: string; errorDetails: string }): SignalboxError {
  const field = problems[errorCode]
  return new SignalboxError('INVALID', errorDetails, {
    ...(field === undefined
      ? { errors: [problem('error.script')] }
      : { fieldErrors: { '/context/targetingKey': [problem(field)] } }),
    members: { errorCode },
  })
}
