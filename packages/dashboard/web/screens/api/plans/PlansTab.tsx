import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../../keys/keep-focus.ts'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { record } from '../../../records/records.ts'
import { counted } from '../../../words/words.ts'
import type { RecordTab, ShownRecord } from '../../record/RecordScreen.tsx'
import { type OpenItem, placeOf, withItem } from '../item-list.ts'
import { LintLines } from '../lint/LintLines.tsx'
import { lintHere } from '../lint/lint.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import type { Plan } from './mode-words.ts'
import { OpenPlan } from './OpenPlan.tsx'
import { PlanTable } from './PlanTable.tsx'
import { copyOf, newPlan, plansOf, withPlans } from './plan-list.ts'
import { subscriptionCounts } from './subscription-counts.ts'
import './plans.css'

/** The part of an API with its plans. */
export const plansTab: RecordTab<GatewayApi> = {
  id: 'plans',
  label: 'Plans',
  count: ({ draft }) => plansOf(draft.value).length,
  show: (shown) => <Plans {...shown} />,
}

function Plans({ id, draft: { value: api, problems }, edit, mayEdit }: ShownRecord<GatewayApi>) {
  const plans = plansOf(api)
  const open = useSignal<OpenItem | undefined>(undefined)
  const form = useRef<HTMLElement>(null)
  const at = placeOf(plans, open.value)
  const plan = at === undefined ? undefined : plans[at]
  const held = record('apis', id).value
  const saved = held.state === 'ready' ? held.value : undefined
  const counts = subscriptionCounts(id)
  const lint = lintHere(id).filter(({ pointer }) => pointer === PLANS || pointer.startsWith(`${PLANS}/`))
  const setPlans = (next: readonly Plan[], step?: string) => edit(withPlans(api, next), step)
  const show = (next: readonly Plan[], place: number) => {
    open.value = next[place] && { id: next[place].id, at: place }
  }
  const put = (next: readonly Plan[]) => {
    setPlans(next)
    show(next, next.length - 1)
    keepFocus(() => form.current?.querySelector<HTMLElement>('h2'))
  }
  return (
    <div class="plans">
      <div class="bar">
        <span class="muted">
          {plans.length === 0 ? 'No plans: anyone can call the API' : counted(plans.length, 'plan')}
        </span>
        {mayEdit && (
          <button type="button" class="add-plan" onClick={() => put([...plans, newPlan(plans)])}>
            <Icon name="plus" /> Add a plan
          </button>
        )}
      </div>
      {plans.length === 0 ? (
        <p class="muted">
          A plan says how consumers prove who they are, how much they can use, and what that costs. Once a plan is
          published, the gateway rejects all other requests.
        </p>
      ) : (
        <PlanTable api={id} plans={plans} open={at} counts={counts} onOpen={(place) => show(plans, place)} />
      )}
      <LintLines problems={lint.filter(({ pointer }) => pointer === PLANS)} />
      {plan && at !== undefined && (
        <OpenPlan
          key={plan.id}
          element={form}
          api={api}
          saved={saved}
          plan={plan}
          pointer={`${PLANS}/${at}`}
          problems={problems}
          lint={lint.filter(({ pointer }) => pointer === `${PLANS}/${at}` || pointer.startsWith(`${PLANS}/${at}/`))}
          subscriptions={counts?.get(plan.id) ?? 0}
          mayEdit={mayEdit}
          onChange={(next, step) => {
            setPlans(withItem(plans, at, next), step)
            open.value = { id: next.id, at }
          }}
          onCopy={() => put([...plans, copyOf(plan, plans)])}
          onRemove={() => {
            setPlans(withItem(plans, at, undefined))
            keepFocus()
          }}
          onClose={() => {
            open.value = undefined
            keepFocus()
          }}
        />
      )}
    </div>
  )
}

const PLANS = '/documentation/plans'
