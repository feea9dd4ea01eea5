import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { may } from '../../calls/session.ts'
import type { Row } from '../../records/tree.ts'
import { apiStates } from '../../tree/entry.ts'
import { Api } from '../api/Api.tsx'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { FilterMenu } from '../listing/FilterMenu.tsx'
import { type Filter, filterItems } from '../listing/filter-items.ts'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { type Listing, listingOf } from '../listing/listing.ts'
import { ImportDialog } from '../listing/transfer/ImportDialog.tsx'
import { ApiRow } from './ApiRow.tsx'
import { stateWord } from './api-words.ts'
import { groupFilters } from './group-filters.ts'
import { apisInSight, draftsInSight, factsInSight, lookAt } from './in-sight.ts'
import { NewApi } from './new/NewApi.tsx'
import type { Way } from './new/new-fields.ts'

const filters: readonly Filter[] = [
  ...apiStates.map((state) => [stateWord({ state }).word, `is:${state}`] as const),
  ['Disabled', 'is:off'],
]

/** The list of APIs; with an id, that API beside it. */
export function Apis({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('apis')
  const { chosen, isChoosing } = listing
  for (const { version } of [apisInSight, draftsInSight, factsInSight]) void version.value
  useEffect(() => () => lookAt([]), [])
  const way = useSignal<Way | undefined>(undefined)
  const isUploading = useSignal(false)
  const begin = (next: Way) => () => {
    way.value = next
  }
  const isMarking = isChoosing.value || chosen.value.size > 0
  const row = (shown: Row) => <ApiRow row={shown} isChoosing={isMarking} isChosen={listing.isChosen(shown)} />
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Api id={id} />}
      tools={<Filters listing={listing} />}
      row={row}
      inSight={lookAt}
      actions={<ListActions listing={listing} current={id} onNew={begin('nothing')} />}
      what="An API groups routes, backends, flows and plans under one domain and path."
      example={{ id: 'billing', name: 'Billing', domain: 'api.shop.example', context_path: '/billing' }}
      begin={
        may('C', 'Api') && (
          <div class="bar">
            <button type="button" class="primary" onClick={begin('nothing')}>
              New empty API
            </button>
            <button type="button" onClick={begin('document')}>
              Import OpenAPI
            </button>
            <button type="button" onClick={() => (isUploading.value = true)}>
              Upload exported APIs
            </button>
          </div>
        )
      }
    >
      <SelectionBar listing={listing} whenDeleted={() => 'APIs with subscriptions stay: delete them one by one.'} />
      {isUploading.value && <ImportDialog listing={listing} onClose={() => (isUploading.value = false)} />}
      {way.value && <NewApi way={way.value} current={id} onClose={() => (way.value = undefined)} />}
    </ListScreen>
  )
}

/** The filter menu, with the groups of the APIs there are. */
function Filters({ listing: { index, words, search } }: { readonly listing: Listing }) {
  void index.version.value
  return <FilterMenu items={filterItems([...filters, ...groupFilters(index)], { words: words.value, search })} />
}
