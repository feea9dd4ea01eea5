import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { count } from '../../../words/words.ts'
import { modeWords, type Plan } from './mode-words.ts'
import { limitsOf, nameOf, priceWords, statusOf, statusWords } from './plan-words.ts'

interface PlanTableProps {
  /** The id of the API. */
  readonly api: string
  readonly plans: readonly Plan[]
  /** The place of the plan that is open. */
  readonly open: number | undefined
  /** How many subscriptions each plan has; absent while that is not known. */
  readonly counts: ReadonlyMap<string, number> | undefined
  onOpen(at: number): void
}

/** The plans of an API, one a row. */
export const PlanTable = ({ api, plans, open, counts, onOpen }: PlanTableProps) => (
  <table class="plan-table">
    <thead>
      <tr>
        <th scope="col">Plan</th>
        <th scope="col">Status</th>
        <th scope="col">Access</th>
        <th scope="col">Quota</th>
        <th scope="col">Price</th>
        <th scope="col">Subscriptions</th>
      </tr>
    </thead>
    <tbody>
      {plans.map((plan, at) => {
        const { word, aspect } = statusWords[statusOf(plan)]
        const subscribed = counts?.get(plan.id)
        return (
          <tr key={`${plan.id} ${at}`} class={at === open ? 'open' : undefined}>
            <th scope="row">
              <button type="button" class="quiet" aria-expanded={at === open} onClick={() => onOpen(at)}>
                <bdi>{nameOf(plan)}</bdi>
              </button>
              {nameOf(plan) !== plan.id && <span class="key muted">{plan.id}</span>}
            </th>
            <td data-label="Status">{aspect ? <Aspect is={aspect}>{word}</Aspect> : word}</td>
            <td data-label="Access">{modeWords[plan.access_mode_configuration_type].name}</td>
            <td data-label="Quota">{limitsOf(plan) ?? <span class="muted">No limit</span>}</td>
            <td data-label="Price">{priceWords(plan) ?? <span class="muted">–</span>}</td>
            <td data-label="Subscriptions">
              {subscribed === undefined ? (
                <span class="muted">–</span>
              ) : (
                <Link to={`/gateway/subscriptions?q=${encodeURIComponent(`api:${api} plan:${plan.id}`)}`}>
                  {count(subscribed)}
                </Link>
              )}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
