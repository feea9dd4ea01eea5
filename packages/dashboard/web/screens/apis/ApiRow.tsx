import type { RecordOf } from '../../kinds/kinds.ts'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import type { Row } from '../../records/tree.ts'
import { addressOf } from '../api/address.ts'
import { withHealth, worstOf } from '../health/marks.ts'
import { useFailing } from '../health/outcomes-here.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { lintWords, sizeWords, stateWord } from './api-words.ts'
import { apisInSight, draftsInSight, factsInSight } from './in-sight.ts'
import './apis.css'

interface ApiRowProps {
  readonly row: Row
  readonly isChoosing: boolean
  readonly isChosen: boolean
}

/** A row of the list of APIs: its id and name, its address, its size, what is wrong with it, and its state. */
export function ApiRow({ row, ...chosen }: ApiRowProps) {
  const { entry } = row
  const failing = useFailing(entry?.id ?? '')
  const said = entry && stateWord(entry)
  const state = said && worstOf(withHealth([said], said.isServed ? failing : undefined))
  const facts = entry && factsInSight.find(entry.id)
  const lint = facts && lintWords(facts.problems)
  const found = entry && apisInSight.find(entry.id)
  return (
    <>
      <RowHead row={row} {...chosen} />
      <RowName row={row} />
      {found && <About api={found} subscriptions={facts?.subscriptions} />}
      {state && (
        <>
          <span class="marks">
            {lint && (
              <span title={lint.why}>
                <Aspect is={lint.aspect}>{lint.words}</Aspect>
              </span>
            )}
            {draftsInSight.find(row.key)?.isThere && (
              <span title="Its draft is not published yet">
                <Aspect is="caution" boxed>
                  Draft
                </Aspect>
              </span>
            )}
          </span>
          <span class={`state aspect ${state.is ?? 'muted'}`} title={state.why}>
            {state.word}
          </span>
        </>
      )}
    </>
  )
}

interface AboutProps {
  readonly api: RecordOf<'apis'>
  readonly subscriptions: number | undefined
}

const About = ({ api, subscriptions }: AboutProps) => (
  <>
    <span class="api-name" title={api.name}>
      <bdi>{api.name !== api.id && api.name}</bdi>
    </span>
    <span class="words address" title={addressOf(api)}>
      <bdi>{addressOf(api)}</bdi>
    </span>
    <span class="words version" title={`Version ${api.version}`}>
      <bdi>{api.version}</bdi>
    </span>
    <span class="words size">{sizeWords(api, subscriptions)}</span>
  </>
)
