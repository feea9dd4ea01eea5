import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadBox } from '../../calls/box.ts'
import { may } from '../../calls/session.ts'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import type { Row } from '../../records/tree.ts'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { deliveries, watchDeliveries } from '../webhook/deliveries.ts'
import { HealthWords } from '../webhook/HealthWords.tsx'
import { healthOf } from '../webhook/health.ts'
import { scopeWords } from '../webhook/scope-sentence.ts'
import { Webhook } from '../webhook/Webhook.tsx'
import { followHooks, hooks } from './hook-records.ts'
import { NewWebhook } from './NewWebhook.tsx'
import './webhooks.css'

/** The tree of webhooks, each with its scope and how its deliveries go; with an id, that webhook beside it. */
export function Webhooks({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('webhooks')
  const inSight = useSignal<readonly string[]>([])
  useEffect(() => {
    void loadBox().catch(() => {})
    return followHooks()
  }, [])
  const watched = inSight.value.filter((one) => one !== id) // the screen of a webhook watches its own
  useEffect(() => watchDeliveries(() => watched), [watched.join()])
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Webhook id={id} />}
      row={(row) => <HookRow row={row} />}
      inSight={(ids) => {
        if (ids.join() !== inSight.peek().join()) inSight.value = ids
      }}
      actions={may('C', 'Webhook') && <NewWebhook />}
      what="A webhook posts changes to your address, as signed calls."
      example={{ clientId: 'shop-sync', callbackUrl: 'https://shop.example/changes', patterns: ['shop:*'] }}
    />
  )
}

function HookRow({ row }: { readonly row: Row }) {
  const hook = row.entry && hooks.value.get(row.entry.id)
  const scope = hook && scopeWords(hook)
  const { results } = deliveries.value.get(row.key) ?? {}
  return (
    <>
      <RowHead row={row} isChoosing={false} isChosen={false} />
      <RowName row={row} />
      {hook && scope && (
        <>
          <span class="words scope" title={scope.text}>
            {scope.isEverything ? <Aspect is="caution">{scope.text}</Aspect> : scope.text}
          </span>
          <span class="health">
            <HealthWords health={healthOf(hook.isBanned === true, results)} />
          </span>
        </>
      )}
    </>
  )
}
