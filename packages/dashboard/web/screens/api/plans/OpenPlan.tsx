import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { Menu } from '../../../parts/ways/Menu.tsx'
import { counted } from '../../../words/words.ts'
import { withMembers } from '../../record/members.ts'
import { LintLines } from '../lint/LintLines.tsx'
import type { LintProblem } from '../lint/lint.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { MovePlanDialog } from './MovePlanDialog.tsx'
import type { Plan } from './mode-words.ts'
import { PlanFacts } from './PlanFacts.tsx'
import { PlanForm } from './PlanForm.tsx'
import { plansOf } from './plan-list.ts'
import { movesFrom, type PlanMove } from './plan-moves.ts'
import { nameOf, statusOf, statusWords } from './plan-words.ts'

interface OpenPlanProps {
  readonly element: RefObject<HTMLElement | null>
  /** The API as edited. */
  readonly api: GatewayApi
  /** The API as saved. */
  readonly saved: GatewayApi | undefined
  readonly plan: Plan
  readonly pointer: string
  readonly problems: Readonly<Record<string, readonly string[]>>
  readonly lint: readonly LintProblem[]
  readonly subscriptions: number
  readonly mayEdit: boolean
  onChange(next: Plan, step?: string): void
  onCopy(): void
  onRemove(): void
  onClose(): void
}

/** One plan: its status with the moves from it, and its form. */
export function OpenPlan(props: OpenPlanProps) {
  const { element, api, saved, plan, pointer, problems, lint, subscriptions, mayEdit, onChange } = props
  const asked = useSignal<PlanMove | undefined>(undefined)
  const before = saved && plansOf(saved).find(({ id }) => id === plan.id)
  const status = statusOf(plan)
  const kept = subscriptions > 0 ? `It has ${counted(subscriptions, 'subscription')}: close it instead.` : undefined
  return (
    <section ref={element} class="open-plan" aria-label={`Plan ${nameOf(plan)}`}>
      <div class="bar">
        <h2 tabIndex={-1}>
          <bdi>{nameOf(plan)}</bdi>
        </h2>
        {mayEdit &&
          before &&
          movesFrom(statusOf(before)).map((move) => (
            <button
              key={move.to}
              type="button"
              class={move.to === 'closed' ? 'danger' : undefined}
              onClick={() => {
                asked.value = move
              }}
            >
              {move.label}…
            </button>
          ))}
        {mayEdit && (
          <Menu
            label="More for this plan"
            class="icon-only"
            items={[
              { label: 'Duplicate', icon: 'copy', run: props.onCopy },
              { label: 'Remove', icon: 'trash-2', danger: true, why: before && kept, run: props.onRemove },
            ]}
          >
            <Icon name="ellipsis" />
          </Menu>
        )}
        <button type="button" class="quiet icon-only" aria-label="Close the plan" onClick={props.onClose}>
          <Icon name="x" />
        </button>
      </div>
      <p class="muted">
        {statusWords[status].word}. {statusWords[status].sentence}
        {before && statusOf(before) !== status && ` Saved: ${statusWords[statusOf(before)].word.toLowerCase()}.`}
      </p>
      <LintLines problems={lint} />
      {mayEdit ? (
        <PlanForm {...{ api, plan, pointer, problems, onChange }} isNew={before === undefined} />
      ) : (
        <PlanFacts plan={plan} />
      )}
      {asked.value && saved && before && (
        <MovePlanDialog
          saved={saved}
          plan={before}
          move={asked.value}
          onLater={(announced) => onChange(withMembers(plan, { status: asked.value!.to, ...announced }) as Plan)}
          onClose={() => {
            asked.value = undefined
          }}
        />
      )}
    </section>
  )
}
