import { useSignal } from '@preact/signals'
import { may } from '../../calls/session.ts'
import type { AnyRecord } from '../../kinds/kinds.ts'
import { CreateDialog } from '../../parts/dialogs/CreateDialog.tsx'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { SelectField } from '../../parts/fields/fields.tsx'
import { Segmented } from '../../parts/fields/Segmented.tsx'
import { navigate } from '../../place/place.ts'
import { useAskedNew } from '../../records/asked-new.ts'
import { operationsOf } from '../../records/operations.ts'
import { record } from '../../records/records.ts'
import { index } from '../../records/tree.ts'
import type { Listing } from '../listing/listing.ts'

const reaches = [
  { value: 'everything', label: 'All APIs' },
  { value: 'api', label: 'An API' },
  { value: 'route', label: 'A route' },
] as const

type Reach = (typeof reaches)[number]['value']

/** The button that begins error pages, and its dialog: they belong to something that exists. */
export function NewErrorPage({ listing }: { readonly listing: Listing }) {
  const isOpen = useSignal(false)
  const open = () => {
    isOpen.value = true
  }
  useAskedNew('errorTemplates', open)
  return (
    <>
      <button type="button" class="primary" onClick={open}>
        New error page
      </button>
      {isOpen.value && <NewDialog listing={listing} onClose={() => (isOpen.value = false)} />}
    </>
  )
}

function NewDialog({ listing, onClose }: { readonly listing: Listing; onClose(): void }) {
  const reach = useSignal<Reach>('everything')
  const apiId = useSignal('')
  const route = useSignal('')
  const wasSent = useSignal(false)
  const routes = reach.value === 'route' ? routesOf(apiId.value) : []
  const id = reach.value === 'everything' ? 'global' : reach.value === 'api' ? apiId.value : route.value
  const problem =
    id === ''
      ? `Choose ${reach.value === 'api' || apiId.value === '' ? 'an API' : 'a route'}.`
      : listing.index.find(id)
        ? `${id} already has error pages.`
        : may('C', 'ErrorTemplate', id)
          ? undefined
          : `You can’t create error pages for ${id}.`
  const create = async () => {
    wasSent.value = true
    if (problem !== undefined) return
    await operationsOf('errorTemplates').create({ body: { serviceId: id } as AnyRecord })
    listing.index.add([{ id }])
    onClose()
    navigate(listing.pathOf(id))
  }
  return (
    <CreateDialog title="New error page" create={create} onClose={onClose}>
      <Segmented
        label="What it is for"
        choices={may('R', 'Api') ? reaches : reaches.slice(0, 1)}
        value={reach.value}
        onChange={(next) => {
          reach.value = next
        }}
      />
      {reach.value !== 'everything' && (
        <Field label="API" stacked problem={wasSent.value && apiId.value === '' ? problem : undefined}>
          {(control) => (
            <Combobox
              {...control}
              value={apiId.value}
              source={index('apis').version.value}
              options={(text) =>
                index('apis')
                  .search(text, 50)
                  .map((found) => ({ value: found.id }))
              }
              onInput={(next) => {
                apiId.value = next
                route.value = ''
              }}
            />
          )}
        </Field>
      )}
      {reach.value === 'route' && (
        <SelectField
          label="Route"
          stacked
          value={route.value}
          choices={[{ value: '', label: 'Choose' }, ...routes.map((one) => ({ value: one, label: one }))]}
          onChange={(next) => {
            route.value = next
          }}
        />
      )}
      {wasSent.value && problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </CreateDialog>
  )
}

/** The ids of the routes of an API, as they are compiled; none for a text that is no API. */
function routesOf(id: string): readonly string[] {
  const held = index('apis').find(id) ? record('apis', id).value : undefined
  return held?.state === 'ready' ? (held.value.routes ?? []).map((route) => `${id}:${route.id}`) : []
}
