import type { SignalboxApi } from '@signalbox/core/contract'
import {
  type Context,
  compareAnswers,
  type Language,
  sampleContexts,
  translateScript,
  whyNotRun,
} from '@signalbox/migrate/scripts'
import { applyPlan } from '../folder/apply-plan.ts'
import { checkPlan } from '../folder/check-plan.ts'
import { printable } from '../folder/printable.ts'
import { readInstance } from '../folder/read-instance.ts'
import { recordKinds } from '../folder/record-kinds.ts'
import { outcomeLines } from '../folder/run-plan.ts'
import { type Instance, naming } from '../folder/sides.ts'
import { type Found, scriptsIn } from './find-scripts.ts'
import { describeFound, translatedStep } from './plan-lines.ts'

/** Which scripts are translated, and how. */
export interface MigrateScriptsOptions {
  /** The ids of the scripts and features. @default all */
  readonly pattern?: string | undefined
  /** Contexts in which answers are compared, besides those that are made up for each script. @default none */
  readonly contexts?: readonly Context[] | undefined
  /** Whether translations are stored. @default false */
  readonly write?: boolean | undefined
  /** Why, for the events. */
  readonly reason: string
  /** Prints a line of the plan. */
  readonly print: (line: string) => void
  /** Prints a line about what is wrong. */
  readonly warn: (line: string) => void
}

/**
 * Prints how the scripts in Kotlin and Scala of an instance read in JavaScript, and what is not translated; stores the
 * translations if asked to. Resolves with whether every script was translated and, where the instance runs both, answers alike.
 */
export function migrateScripts(instance: Instance, options: MigrateScriptsOptions): Promise<boolean> {
  const { pattern = '*', contexts = [], write = false, reason, print, warn } = options
  const { api, view } = instance
  return naming(instance, async () => {
    const kinds = recordKinds.filter(({ kind }) => kind === 'scripts' || kind === 'features')
    const { records, hidden } = await readInstance(view, { kinds, pattern })
    if (hidden.length > 0) throw new Error(`The caller may not read ${hidden.map(({ kind }) => kind).join(', ')}`)
    const judge = judgeOver(api, { contexts, print })
    const found: Found[] = []
    for (const script of scriptsIn(kinds, records)) {
      const judged = await judge(script)
      for (const line of describeFound(judged)) print(printable(line))
      found.push(judged)
    }
    const steps = found.flatMap(translatedStep)
    const left = found.length - steps.length
    print(`Plan: ${steps.length} to translate, ${left} to leave as they are`)
    if (!write || steps.length === 0) return left === 0
    const { problems } = await checkPlan(api, steps)
    for (const problem of problems) warn(problem)
    if (problems.length > 0) return false
    let translated = 0
    for (const step of steps)
      for await (const outcome of applyPlan({ api, view, reason }, [step])) {
        if (outcome.result === 'done') translated++
        for (const line of outcomeLines(outcome)) warn(line)
      }
    print(`Translated ${translated}`)
    return left === 0 && translated === steps.length
  })
}

interface Judging {
  readonly contexts: readonly Context[]
  readonly print: (line: string) => void
}

/** Creates what translates a script and compares the answers. Says once for each language that they cannot be compared. */
function judgeOver(api: SignalboxApi, { contexts, print }: Judging) {
  const reasons = new Map<Language, string | undefined>()

  async function runs(type: Language): Promise<boolean> {
    if (!reasons.has(type)) {
      const reason = await whyNotRun(api, type)
      reasons.set(type, reason)
      if (reason !== undefined) print(printable(`Answers of scripts in ${type} are not compared: ${reason}`))
    }
    return reasons.get(type) === undefined
  }

  return async (script: Found): Promise<Found> => {
    const { type, source } = script
    const translation = translateScript(source, type)
    if (!('script' in translation) || !(await runs(type))) return { ...script, translation }
    const all = [...contexts, ...sampleContexts(translation.used)]
    const both = [
      { type, script: source },
      { type: 'javascript', script: translation.script },
    ] as const
    return { ...script, translation, comparison: await compareAnswers(api, both, all) }
  }
}
