import type { ReadonlySignal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { severityOf } from '@signalbox/core/gateway'
import { api } from '../../../calls/api.ts'
import { editing } from '../../../records/drafts.ts'
import { record } from '../../../records/records.ts'
import { isSame } from '../../../values/is-same.ts'
import { counted, listed } from '../../../words/words.ts'
import { type Asked, asking } from '../served/asking.ts'
import { editedKind, isServed } from '../served/served.ts'
import { shownSide } from '../served/side.ts'
import { problemsIn } from './lint-places.ts'
import type { LintProblem } from './lint-problem.ts'

export type { LintProblem } from './lint-problem.ts'

/** What the service finds in the saved API, and in its draft. */
interface Linted {
  readonly saved: readonly LintProblem[]
  readonly draft: readonly LintProblem[]
}

const linted: (id: string) => ReadonlySignal<Asked<Linted>> = asking<Linted>({
  async ask(id) {
    const [{ problems }, { warnings }] = await Promise.all([api.apis.lint({ id }), api.apis.draft.routes({ id })])
    const known = new Map(problems.flatMap(({ code, severity }) => (code ? [[code, severity]] : [])))
    return {
      saved: problems.filter(({ pointer }) => !pointer.startsWith('/draft/')),
      draft: warnings.map(({ pointer, message, code }) => ({
        ...{ pointer, message, code },
        severity: known.get(code) ?? severityOf({ code }),
      })),
    }
  },
  hears,
})

/** What plugins and announcements refer to. */
const referred = ['Feature', 'Experiment', 'Workflow', 'Api']

function hears({ domain, key, type, payload }: ChangeEvent, id: string): boolean {
  if (domain === 'Api' && key === id) return true
  if (domain === 'Backend') return true
  if (domain === 'Subscription') return (payload as { readonly api_ref?: unknown } | null)?.api_ref === id
  return referred.includes(domain) && /_(CREATED|DELETED)$/.test(type)
}

/** The problems of an API as it is edited, errors first. None while what is served is shown. */
export function lintHere(id: string): readonly LintProblem[] {
  const found = linted(id).value
  const saved = record('apis', id).value
  if (found.state !== 'ready' || saved.state !== 'ready') return []
  if (shownSide(id) === 'serving' && isServed(saved.value)) return []
  const kind = editedKind(saved.value)
  const { value, newest = value } = editing(kind, id).draft.value
  if (isSame(newest, saved.value)) return problemsIn(found.value.saved, newest, value)
  const own = problemsIn(found.value.saved, saved.value, newest).filter(({ code }) => code === undefined)
  const taken = new Set(own.map(({ pointer }) => pointer))
  const all = [...own, ...found.value.draft.filter(({ pointer }) => !taken.has(pointer))]
  return problemsIn(inOrder(all), newest, value)
}

/** The problems at a member of an API as it is edited, and of everything in it, by its JSON Pointer. */
export const lintBelow = (id: string, pointer: string): readonly LintProblem[] =>
  lintHere(id).filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))

/** What would not work as configured once the draft is published, or what is saved if there is no draft. */
export function lintOfDraft(id: string): readonly LintProblem[] {
  const found = linted(id).value
  return found.state === 'ready' ? inOrder(found.value.draft) : []
}

/** The names of how bad problems are, the worst first. */
export const severityWords = {
  error: { word: 'Error', noun: 'error', aspect: 'danger' },
  warning: { word: 'Warning', noun: 'warning', aspect: 'caution' },
  info: { word: 'Note', noun: 'note', aspect: 'clear' },
} as const

const severities = Object.keys(severityWords) as (keyof typeof severityWords)[]

const inOrder = (problems: readonly LintProblem[]): readonly LintProblem[] =>
  severities.flatMap((worst) => problems.filter(({ severity }) => severity === worst))

/** How many problems there are: `1 error and 2 warnings`. */
export function lintInWords(problems: readonly LintProblem[]): string {
  const counts = severities.map((one) => problems.filter(({ severity }) => severity === one).length)
  return listed(counts.flatMap((value, i) => (value > 0 ? [counted(value, severityWords[severities[i]!].noun)] : [])))
}
