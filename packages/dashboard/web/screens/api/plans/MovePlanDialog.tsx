import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { mustType } from '../../../confirm/id-to-type.ts'
import { Confirm } from '../../../parts/dialogs/Confirm.tsx'
import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { InstantField } from '../../../parts/fields/InstantField.tsx'
import { Segmented } from '../../../parts/fields/Segmented.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { mount } from '../../../place/mount.ts'
import { index } from '../../../records/tree.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { isServed } from '../served/served.ts'
import type { Plan } from './mode-words.ts'
import { movePlan } from './move-plan.ts'
import { type PlanMove, stopWords, timingWords, type When } from './plan-moves.ts'
import type { Announcement } from './plan-patch.ts'
import { nameOf } from './plan-words.ts'

interface MovePlanProps {
  /** The API as saved. */
  readonly saved: GatewayApi
  readonly plan: Plan
  readonly move: PlanMove
  /** Makes the move in the draft, to be published later. */
  onLater(announced: Announcement): void
  onClose(): void
}

type Impact = Awaited<ReturnType<typeof api.apis.impact>>

/** The most subscriptions that are named. */
const MOST_NAMED = 8

/** Asks before a plan gets another status: what it means, what it stops, and when it applies. */
export function MovePlanDialog({ saved, plan, move, onLater, onClose }: MovePlanProps) {
  const { id = '' } = saved
  const { to, label, means } = move
  const when = useSignal<When>('now')
  const sunset = useSignal(plan.sunset_at)
  const successor = useSignal(plan.successor ?? '')
  const impact = useImpact(id, plan.id, to)
  const announced =
    to === 'deprecated'
      ? { sunset_at: sunset.value, successor: successor.value === '' ? undefined : successor.value }
      : {}
  const isFinal = to === 'closed' && when.value === 'now'
  return (
    <Confirm
      title={`${label} the plan ${nameOf(plan)}?`}
      action={label}
      danger={to === 'closed'}
      typed={isFinal ? nameOf(plan) : mustType(id, mount.confirm) ? id : undefined}
      typedIs={isFinal ? 'name of the plan' : 'id of the API'}
      why={when.value === 'now'}
      run={(because) => (when.value === 'now' ? movePlan(id, plan, { to, announced, because }) : onLater(announced))}
      onClose={onClose}
    >
      {to === 'closed' && <Stops impact={impact.value} error={impact.error} />}
      {means.map((sentence) => (
        <p key={sentence} class="plan-means">
          {sentence}
        </p>
      ))}
      {to === 'deprecated' && (
        <>
          <InstantField
            label="Sunset"
            stacked
            hint="When the plan will no longer be served. Optional."
            value={sunset.value}
            onChange={(next) => {
              sunset.value = next
            }}
          />
          <Field label="Successor" stacked hint="The API that replaces it. Optional.">
            {(control) => (
              <Combobox
                {...control}
                value={successor.value}
                source={index('apis').version.value}
                options={(text) =>
                  index('apis')
                    .search(text, 20)
                    .map((one) => ({ value: one.id }))
                }
                onInput={(next) => {
                  successor.value = next
                }}
              />
            )}
          </Field>
        </>
      )}
      {isServed(saved) && (
        <Segmented
          label="When it applies"
          choices={[
            { value: 'now', label: 'At once' },
            { value: 'later', label: 'With the next publication' },
          ]}
          value={when.value}
          onChange={(next) => {
            when.value = next
          }}
        />
      )}
      <p class="muted plan-timing">{timingWords(saved, when.value, to)}</p>
    </Confirm>
  )
}

/** What closing a plan would stop. */
function useImpact(id: string, planId: string, status: PlanMove['to']) {
  const value = useSignal<Impact | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  useEffect(() => {
    if (status !== 'closed') return
    const stop = new AbortController()
    api.apis.impact({ id, planId, status }, { signal: stop.signal }).then(
      (found) => {
        value.value = found
      },
      (cause: unknown) => {
        if (!stop.signal.aborted) error.value = cause
      },
    )
    return () => stop.abort()
  }, [id, planId, status])
  return { value: value.value, error: error.value }
}

/** What stops with a plan, with numbers, and who. */
function Stops({ impact, error }: { readonly impact: Impact | undefined; readonly error: unknown }) {
  if (error !== undefined) return <Failure error={error} />
  if (!impact) return <Late>Counting what stops…</Late>
  const { subscriptions, credentials } = impact
  const named = subscriptions.results.slice(0, MOST_NAMED)
  const others = subscriptions.count - named.length
  return (
    <div class="plan-stops">
      <p>
        <strong>{stopWords(subscriptions.count, credentials.count)}</strong>
      </p>
      {named.length > 0 && (
        <ul aria-label="Subscriptions that stop">
          {named.map((one) => (
            <li key={one.id}>
              <bdi class="key">{one.id}</bdi> {one.owner_ref !== undefined && <bdi class="muted">{one.owner_ref}</bdi>}
            </li>
          ))}
          {others > 0 && <li class="muted">and {others.toLocaleString('en')} more</li>}
        </ul>
      )}
    </div>
  )
}
