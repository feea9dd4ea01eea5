import { problem } from '../../machine/errors/errors.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import type { Lifecycle } from '../../plans/lifecycle-members.ts'
import type { Plan } from '../../plans/plan.ts'
import { findPlan, type PlanStatus, plansOf, statusOf } from '../../plans/plan-life.ts'
import type { ApiDefinition, ApiState } from './api.ts'

/** What a state does with the date of the deprecation. */
const effects = {
  staging: 'removes',
  published: 'removes',
  deprecated: 'sets',
  removed: 'keeps',
  closed: 'keeps',
} as const satisfies Record<ApiState | PlanStatus, 'removes' | 'sets' | 'keeps'>

interface Written {
  /** The stored API. */
  readonly current: ApiDefinition | undefined
  /** When something becomes deprecated by this write. @default it gets no date */
  readonly now?: number
  /** Whether dates that were sent count, as in uploads. @default false */
  readonly isTrusted?: boolean
}

/**
 * Gives an API and its plans the dates of their deprecation: set by the move to `deprecated`, kept over edits, and removed by
 * a return to `published`. Pure.
 */
export function withDeprecationDates(api: ApiDefinition, written: Written): ApiDefinition {
  const { current } = written
  const { documentation } = api
  const own = dated(api, current, { ...written, state: api.state ?? current?.state ?? 'staging' })
  if (!documentation?.plans) return own
  const plans = documentation.plans.map((plan) =>
    dated(plan, current && findPlan(current, plan.id), { ...written, state: statusOf(plan) }),
  )
  return { ...own, documentation: { ...documentation, plans } }
}

function dated<T extends Lifecycle>(
  next: T,
  before: Lifecycle | undefined,
  { state, now, isTrusted = false }: Omit<Written, 'current'> & { readonly state: ApiState | PlanStatus },
): T {
  const known = (isTrusted ? next.deprecated_at : undefined) ?? before?.deprecated_at
  const effect = effects[state]
  const at = effect === 'removes' ? undefined : effect === 'sets' ? (known ?? now) : known
  if (at !== undefined) return { ...next, deprecated_at: at }
  const { deprecated_at: _sent, ...rest } = next
  return rest as T
}

/** Throws INVALID, naming each place, if something is to end before it is deprecated. */
export function checkSunsets(api: ApiDefinition): void {
  const all: (readonly [pointer: string, Lifecycle])[] = [
    ['', api],
    ...plansOf(api).map((plan, i) => [`/documentation/plans/${i}`, plan] as const),
  ]
  const early = all.flatMap(([pointer, { deprecated_at, sunset_at }]) =>
    deprecated_at !== undefined && sunset_at !== undefined && sunset_at < deprecated_at
      ? [[`${pointer}/sunset_at`, [problem('error.minimum', deprecated_at)]] as const]
      : [],
  )
  if (early.length > 0) throw notValid('The API', { fieldErrors: Object.fromEntries(early) })
}

/**
 * Gives an earlier definition the announcements of the stored API, and of the plans that it still has. They are
 * effective as saved, without a publication.
 */
export function withLifecycleOf(definition: ApiDefinition, current: ApiDefinition): ApiDefinition {
  const { documentation } = definition
  const own = announced(definition, current)
  if (!documentation?.plans) return own
  const plans = documentation.plans.map((plan): Plan => announced(plan, findPlan(current, plan.id) ?? plan))
  return { ...own, documentation: { ...documentation, plans } }
}

function announced<T extends Lifecycle>(
  { deprecated_at: _date, sunset_at: _end, successor: _next, ...rest }: T,
  { deprecated_at, sunset_at, successor }: Lifecycle,
): T {
  return {
    ...rest,
    ...(deprecated_at !== undefined && { deprecated_at }),
    ...(sunset_at !== undefined && { sunset_at }),
    ...(successor !== undefined && { successor }),
  } as T
}
