import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadBox } from '../../calls/box.ts'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { FilterMenu } from '../listing/FilterMenu.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { Subscription } from '../subscription/Subscription.tsx'
import { aboutWords, stateWords } from '../subscription/states.ts'
import { filterItems } from './filters.ts'
import { followPlans, subscriptionsInSight } from './in-sight.ts'
import { NewSubscription } from './NewSubscription.tsx'
import './subscriptions.css'

/** The list of subscriptions, each with what it is about and its state; with an id, that subscription beside it. */
export function Subscriptions({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('subscriptions')
  const { index, chosen, isChoosing, words } = listing
  const isAsked = useSignal(false)
  void subscriptionsInSight.version.value
  void index.version.value
  useEffect(() => {
    void loadBox().catch(() => {})
    return followPlans()
  }, [])
  const isMarking = isChoosing.value || chosen.value.size > 0
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Subscription id={id} />}
      tools={<FilterMenu items={filterItems(index, words.value, listing.search)} />}
      row={(row) => (
        <>
          <RowHead row={row} isChoosing={isMarking} isChosen={listing.isChosen(row)} />
          <RowName row={row} />
          {row.entry && <RowWords id={row.entry.id} />}
        </>
      )}
      inSight={subscriptionsInSight.look}
      actions={
        <>
          <ListActions listing={listing} current={id} onNew={() => (isAsked.value = true)} />
          {isAsked.value && <NewSubscription listing={listing} onClose={() => (isAsked.value = false)} />}
        </>
      }
      what="A subscription admits a client to an API under one of its plans."
      example={{ id: 'acme-billing', api_ref: 'billing', plan_ref: 'free', owner_ref: 'acme' }}
    >
      <SelectionBar listing={listing} />
    </ListScreen>
  )
}

/** What a subscription is about, and its state. */
function RowWords({ id }: { readonly id: string }) {
  const subscription = subscriptionsInSight.find(id)
  if (!subscription) return <span class="state muted">…</span>
  const { word, aspect } = stateWords(subscription)
  const about = aboutWords(subscription)
  return (
    <>
      <span class="words" title={about}>
        {about}
      </span>
      <span class="state">{aspect ? <Aspect is={aspect}>{word}</Aspect> : <span class="muted">{word}</span>}</span>
    </>
  )
}
