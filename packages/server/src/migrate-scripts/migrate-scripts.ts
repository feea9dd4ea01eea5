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
import type { Step } from '../folder/plan.ts'
import { nameOf } from '../folder/plan-lines.ts'
import { printable } from '../folder/printable.ts'
import { readInstance } from '../folder/read-instance.ts'
import { recordKinds } from '../folder/record-kinds.ts'
import { outcomeLines } from '../folder/run-plan.ts'
import { type Instance, naming } from '../folder/sides.ts'
import { type Found, scriptsIn } from './find-scripts.ts'

/** The lines of a plan about a script: its text and the translation, or why it is left as it is. */
function describeFound({ kind, id, type, source, translation, comparison }: Found): string[] {
  const name = nameOf(kind, id)
  if (translation === undefined) return []
  if (!('script' in translation))
    return [`= ${name} stays in ${type}, line ${translation.line} is not translated: ${translation.reason}`]
  const lines = [...marked('-', source), ...marked('+', translation.script)]
  if (comparison === undefined) return [`~ ${name}: ${type} -> javascript`, ...lines]
  if ('contexts' in comparison)
    return [`~ ${name}: ${type} -> javascript, with the same answers in ${comparison.contexts} contexts`, ...lines]
  const { context, answers } = comparison
  const difference = `In the context ${JSON.stringify(context)} it answers ${answers[0]}, the translation ${answers[1]}`
  return [`= ${name} stays in ${type}, because answers differ`, ...lines, `    ${difference}`]
}

/** The change that stores a translation; none if there is no translation, or if it answers differently. */
function translatedStep({ kind, id, record, withScript, translation, comparison }: Found): readonly Step[] {
  if (!translation || !('script' in translation) || (comparison && 'context' in comparison)) return []
  return [{ change: 'update', kind, id, from: record, to: { record: withScript(translation.script) } }]
}

const marked = (sign: string, text: string): string[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => `    ${sign} ${line.replaceAll('\t', '  ')}`.trimEnd())

/** Which scripts are translated, and how. */
export interface MigrateScriptsOptions {
  /** The ids of the scripts and features. @default all */
  readonly pattern?: string | undefined
  /** Contexts in which answers are compared, besides contexts that are made up for each script. @default none */
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
