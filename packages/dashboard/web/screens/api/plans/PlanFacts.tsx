import { Json } from '../../../parts/json/Json.tsx'
import { Facts } from '../../../parts/lists/Facts.tsx'
import { zone } from '../../../preferences/preferences.ts'
import { dateTimeIn } from '../../../words/dates.ts'
import { approvalOf, approvalWords } from './asked-fields.ts'
import { modeWords, type Plan } from './mode-words.ts'
import { limitsOf, priceWords } from './plan-words.ts'

/** What a plan says, for those who may not change it. */
export function PlanFacts({ plan }: { readonly plan: Plan }) {
  const { consumer, plugin } = modeWords[plan.access_mode_configuration_type]
  const { access_mode_configuration: configuration = {} } = plan
  return (
    <>
      <Facts
        facts={[
          ['About', plan.description],
          ['Access', consumer],
          ['Plugin', plugin],
          ['Quota', limitsOf(plan)],
          ['Price', priceWords(plan)],
          ['Approval', approvalWords[approvalOf(plan)].label],
          ['Terms', plan.terms && `Version ${plan.terms.version}`],
          ['Questions', plan.form?.map(({ label }) => label).join(', ')],
          ['Sunset', plan.sunset_at === undefined ? undefined : dateTimeIn(plan.sunset_at, zone.value)],
          ['Successor', plan.successor],
          ['Tags', plan.tags?.join(', ')],
        ]}
      />
      {Object.keys(configuration).length > 0 && <Json label="The settings" value={configuration} />}
    </>
  )
}
