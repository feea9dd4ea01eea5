import { api } from '../../calls/api.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Link } from '../../parts/ways/Link.tsx'
import { record } from '../../records/records.ts'
import { goOn, guide } from './guide.ts'
import { flagSentence } from './hearing/flag-words.ts'
import { OneField } from './OneField.tsx'
import { Skip, Skipped, Step } from './Step.tsx'
import { comeBack, isSkipped, skip } from './steps.ts'

/** The id that the guide proposes. */
export const PROPOSED = 'shop:express'

/** The first step: a flag that is on for everyone. */
export function CreateFlag() {
  const { feature } = guide.value
  if (feature !== undefined) return <Created feature={feature} />
  if (isSkipped('flag')) return <Skipped no={1} title="Create a flag" onOpen={() => comeBack('flag')} />
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

/** What the flag is now. It can be changed, and deleted, at any time. */
function Created({ feature }: { readonly feature: string }) {
  const flag = record('features', feature).value
  const isGone = flag.state === 'missing'
  const aside = isGone ? (
    <button type="button" class="quiet" onClick={() => goOn({ feature: undefined, isOpen: true })}>
      Create another
    </button>
  ) : (
    <Link to={pathOf('features', feature)}>Open</Link>
  )
  return (
    <Step no={1} title="Create a flag" is={isGone ? 'now' : 'past'} aside={aside}>
      <p class="muted">
        <code>{feature}</code> {flagSentence(flag)}
      </p>
    </Step>
  )
}

async function createFlag(id: string): Promise<void> {
  await api.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
  goOn({ feature: id })
}
