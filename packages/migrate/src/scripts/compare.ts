import type { SignalboxApi } from '@signalbox/core/contract'
import type { Context } from './contexts.ts'
import type { Language } from './tokens.ts'

type Debug = Pick<SignalboxApi, 'scripts'>
type Source = Parameters<Debug['scripts']['debug']>[0]['body']['script']
type Answer = Awaited<ReturnType<Debug['scripts']['debug']>>

/** Whether two scripts answer alike, or the first context in which they do not. */
export type Comparison =
  | { readonly contexts: number }
  | { readonly context: Context; readonly answers: readonly [before: string, after: string] }

/** Scripts that always decide. */
const probes = {
  kotlin: 'fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit) { enabled() }',
  scala:
    'def enabled(context: play.api.libs.json.JsObject, enabled: () => Unit, disabled: () => Unit): Unit = { enabled() }',
} as const satisfies Record<Language, string>

/** The first run waits for a compiler. */
const ATTEMPTS = 4

/** Returns why an instance does not run scripts in a language; `undefined` if it does. */
export async function whyNotRun(api: Debug, type: Language): Promise<string | undefined> {
  let answer: Answer | undefined
  for (let attempt = 0; attempt < ATTEMPTS && answer?.status !== 'Success'; attempt++)
    answer = await answerOf(api, { type, script: probes[type] }, {})
  return answer?.status === 'Success' ? undefined : (answer?.errors?.[0] ?? 'it failed')
}

/** Runs a script and its translation in each context. A script that fails is inactive, so failures are alike. */
export async function compareAnswers(
  api: Debug,
  [before, after]: readonly [Source, Source],
  contexts: readonly Context[],
): Promise<Comparison> {
  // The first run of a script includes its compilation, which may take longer than a run.
  await answerOf(api, before, {})
  for (const context of contexts) {
    const both = () => Promise.all([answerOf(api, before, context), answerOf(api, after, context)])
    let answers = await both()
    // A run may fail by its limits on a busy machine: only what happens twice is a difference.
    if (!areAlike(answers)) answers = await both()
    if (!areAlike(answers)) return { context, answers: [describe(answers[0]), describe(answers[1])] }
  }
  return { contexts: contexts.length }
}

const answerOf = (api: Debug, script: Source, context: Context): Promise<Answer> =>
  api.scripts.debug({ body: { context: { ...context }, script } })

const areAlike = ([one, other]: readonly [Answer, Answer]): boolean =>
  one.status === other.status && one.result === other.result

const describe = ({ status, result, errors = [] }: Answer): string =>
  status === 'Success' ? String(result) : `a failure (${errors[0] ?? 'without a reason'})`
