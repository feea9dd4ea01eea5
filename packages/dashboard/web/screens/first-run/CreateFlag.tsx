import { api } from '../../calls/api.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Link } from '../../parts/ways/Link.tsx'
import { goOn, guide } from './guide.ts'
import { OneField } from './OneField.tsx'
import { Skip, Step } from './Step.tsx'
import { isSkipped, skip } from './steps.ts'

/** The id that the guide proposes. */
export const PROPOSED = 'shop:express'

/** The first step: a flag that is on for everyone. */
export function CreateFlag() {
  const { feature } = guide.value
  if (feature !== undefined)
    return (
      <Step no={1} title="Create a flag" is="past" aside={<Link to={pathOf('features', feature)}>Open</Link>}>
        <p class="muted">
          <code>{feature}</code> is on for everyone. You can limit it to some clients at any time.
        </p>
      </Step>
    )
  if (isSkipped('flag')) return <Step no={1} title="Create a flag" is="past" />
  return (
    <Step no={1} title="Create a flag" is="now" aside={<Skip onSkip={() => skip('flag')} />}>
      <OneField
        label="Id"
        hint="Words separated by colons. Flags with the same first word are listed together."
        initial={PROPOSED}
        deed="Create"
        create={createFlag}
      />
    </Step>
  )
}

async function createFlag(id: string): Promise<void> {
  await api.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
  goOn({ feature: id })
}
