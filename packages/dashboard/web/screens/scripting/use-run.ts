import { useRef, useState } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { failureSentence } from '../../calls/failures.ts'
import { may } from '../../calls/session.ts'
import { type CodeProblem, problemsIn } from '../../code/places.ts'
import { useKeys } from '../../keys/keys.ts'
import { readContext } from '../../preferences/read-context.ts'
import type { ScriptLanguage } from './language-names.ts'

/** The text of a script, and its language. */
export interface Source {
  readonly type: ScriptLanguage
  readonly script: string
}

/** What came of a run. */
export interface Outcome {
  /** What was run, and the text of its context. */
  readonly source: Source
  readonly context: string
  /** Whether the feature would be active; `undefined` if the run failed. */
  readonly active?: boolean
  readonly errors: readonly string[]
  readonly logs: readonly string[]
  /** How long the answer took, the network included. */
  readonly ms: number
}

/** The runs of a script as it is edited. */
export interface Run {
  /** Whether the caller may run scripts. */
  readonly mayRun: boolean
  /** The context; `undefined` while it cannot be read. */
  readonly context: unknown
  /** Why the context cannot be used. */
  readonly problem: string | undefined
  readonly isBusy: boolean
  readonly outcome: Outcome | undefined
  /** Whether the script and the context are those of the outcome. */
  readonly isFresh: boolean
  /** What the last run says about the text that is shown. */
  readonly problems: readonly CodeProblem[]
  run(): void
}

const noProblems: readonly CodeProblem[] = []

/**
 * Runs a script on the server without saving it, by button or Ctrl Enter: only admins may. `onRun` is called with the
 * text of each context that is used.
 */
export function useRun(source: Source, context: string, onRun: (context: string) => void = () => {}): Run {
  const [outcome, setOutcome] = useState<Outcome>()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState(noProblems)
  const last = useRef(0)
  const mayRun = may('U', 'Script')
  const read = readContext(context)
  const run = async () => {
    if (!('context' in read)) return
    const number = ++last.current
    const start = performance.now()
    const { type, script } = source
    const done = (result: Omit<Outcome, 'source' | 'context' | 'ms'>) => {
      if (number !== last.current) return
      setOutcome({ source: { type, script }, context, ms: performance.now() - start, ...result })
      setProblems(result.errors.length === 0 ? noProblems : problemsIn(result.errors))
      setBusy(false)
    }
    setBusy(true)
    onRun(context)
    try {
      const body = { context: read.context as Record<string, unknown>, script: { type, script } }
      const { result, errors = [], logs } = await api.scripts.debug({ body })
      done({ errors, logs, ...(result !== undefined && { active: result }) })
    } catch (error) {
      done({ errors: [failureSentence(error)], logs: [] })
    }
  }
  const isOfText = outcome?.source.script === source.script && outcome.source.type === source.type
  useKeys([{ keys: 'Ctrl+Enter', label: 'Run the script', run: () => void run(), when: mayRun }])
  return {
    mayRun,
    context: 'context' in read ? read.context : undefined,
    problem: 'problem' in read ? read.problem : undefined,
    isBusy,
    outcome,
    isFresh: isOfText && outcome.context === context,
    problems: isOfText ? problems : noProblems,
    run: () => void run(),
  }
}
