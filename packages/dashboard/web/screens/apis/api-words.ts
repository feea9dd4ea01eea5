import type { AspectName } from '../../parts/signs/Aspect.tsx'
import type { ApiState } from '../../tree/entry.ts'
import { counted } from '../../words/words.ts'
import type { LintProblem } from '../api/lint/lint-problem.ts'
import type { Mark } from '../health/marks.ts'

/** The members of an API that its row shows. */
export interface ShownApi {
  readonly id?: string
  readonly name: string
  readonly domain?: string
  readonly context_path?: string
  readonly routes?: readonly unknown[]
  readonly documentation?: { readonly plans?: readonly unknown[] }
}

/** The state of an API in one word. */
export interface StateWord extends Mark {
  /** Whether the gateway serves it. */
  readonly isServed?: true
}

const words = {
  staging: { word: 'Staging', why: 'It isn’t served until it’s published.' },
  published: { word: 'Published', is: 'clear', isServed: true, why: 'Its routes are served.' },
  deprecated: {
    word: 'Deprecated',
    is: 'caution',
    isServed: true,
    why: 'Its routes are served, but nobody can subscribe anymore.',
  },
  removed: { word: 'Removed', why: 'Its routes are no longer served.' },
} as const satisfies Record<ApiState, StateWord>

const disabled: StateWord = {
  word: 'Disabled',
  is: 'caution',
  why: 'It is switched off: its routes are not served.',
}

/** The state of an API. One that would be served but is switched off is disabled. */
export function stateWord({ state = 'staging', enabled = true }: { state?: ApiState; enabled?: boolean }): StateWord {
  const isServed = state === 'published' || state === 'deprecated'
  return isServed && !enabled ? disabled : words[state]
}

/** What an API consists of: `12 routes · 2 plans · 41 subscriptions`. Without plans and subscriptions, only its routes. */
export function sizeWords({ routes = [], documentation }: ShownApi, subscriptions: number | undefined): string {
  const { plans = [] } = documentation ?? {}
  return [
    routes.length === 0 ? 'no routes' : counted(routes.length, 'route'),
    ...(plans.length === 0 ? [] : [counted(plans.length, 'plan')]),
    ...(subscriptions ? [counted(subscriptions, 'subscription')] : []),
  ].join(' · ')
}

/** The problems of an API in a few words; `undefined` if it has none that matter. */
export function lintWords(
  problems: readonly Pick<LintProblem, 'severity' | 'message'>[],
): { readonly words: string; readonly aspect: AspectName; readonly why: string } | undefined {
  const some = problems.filter(({ severity }) => severity !== 'info')
  if (some.length === 0) return undefined
  const errors = some.filter(({ severity }) => severity === 'error').length
  const warnings = some.length - errors
  const words = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ]
  return {
    words: words.join(', '),
    aspect: errors > 0 ? 'danger' : 'caution',
    why: some
      .slice(0, 5)
      .map(({ message }) => message)
      .join('\n'),
  }
}
