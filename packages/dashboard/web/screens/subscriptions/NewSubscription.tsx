import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import type { AnyRecord, RecordOf } from '../../kinds/kinds.ts'
import { CreateDialog } from '../../parts/dialogs/CreateDialog.tsx'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { navigate } from '../../place/place.ts'
import { operationsOf } from '../../records/operations.ts'
import { entryOf } from '../../tree/entry.ts'
import { idProblem } from '../listing/id-text.ts'
import type { Listing } from '../listing/listing.ts'
import { closedWords, openPlans, suggestedId } from './choices.ts'
import { ownerOptions } from './owner-options.ts'
import { PlanChoice } from './PlanChoice.tsx'

type Api = RecordOf<'apis'>

interface NewSubscriptionProps {
  readonly listing: Listing
  /** The API that is chosen at first. */
  readonly start?: string
  onClose(): void
}

/** Asks for the API, the plan and the owner of a new subscription. Its secret is shown once after that. */
export function NewSubscription({ listing, start = '', onClose }: NewSubscriptionProps) {
  const { index, pathOf } = listing
  const apiRef = useSignal(start)
  const chosen = useSignal<Api | undefined>(undefined)
  const planRef = useSignal('')
  const owner = useSignal('')
  const name = useSignal('')
  const typedId = useSignal<string | undefined>(undefined)
  const wasSent = useSignal(false)
  useEffect(() => {
    const stop = new AbortController()
    chosen.value = undefined
    planRef.value = ''
    if (apiRef.value === '' || !may('R', 'Api', apiRef.value)) return
    api.apis.get({ id: apiRef.value }, { signal: stop.signal }).then(
      (found) => {
        chosen.value = found
        const [only, ...others] = openPlans(found)
        if (only && others.length === 0) planRef.value = only.id
      },
      () => {}, // it is being typed
    )
    return () => stop.abort()
  }, [apiRef.value])
  const suggested = suggestedId([owner.value, apiRef.value, planRef.value], (id) => index.find(id) !== undefined)
  const id = typedId.value ?? suggested
  const wrong = {
    api: apiProblem(apiRef.value, chosen.value),
    plan: planRef.value === '' ? 'Choose a plan.' : undefined,
    id: idProblem(id) ?? (index.find(id) ? `A subscription named ${id} already exists.` : undefined),
  }
  const create = async () => {
    wasSent.value = true
    if (Object.values(wrong).some((problem) => problem !== undefined)) return
    const created = await operationsOf('subscriptions').create({
      body: {
        id,
        api_ref: apiRef.value,
        plan_ref: planRef.value,
        ...(owner.value !== '' && { owner_ref: owner.value }),
        ...(name.value !== '' && { name: name.value }),
      } as AnyRecord,
    })
    index.add([entryOf(created) ?? { id }])
    onClose()
    navigate(pathOf(id))
  }
  const shown = (problem: string | undefined) => (wasSent.value ? problem : undefined)
  return (
    <CreateDialog title="New subscription" create={create} onClose={onClose}>
      <Field label="API" stacked problem={shown(wrong.api) ?? (chosen.value && closedWords(chosen.value))}>
        {(control) => (
          <Combobox
            {...control}
            value={apiRef.value}
            options={apiOptions}
            onInput={(next) => {
              apiRef.value = next
            }}
          />
        )}
      </Field>
      {chosen.value && (
        <PlanChoice
          plans={openPlans(chosen.value)}
          value={planRef.value}
          problem={shown(wrong.plan)}
          onChange={(next) => {
            planRef.value = next
          }}
        />
      )}
      {!chosen.value && apiRef.value !== '' && !may('R', 'Api', apiRef.value) && (
        <TextField label="Plan" stacked mono value={planRef.value} onInput={(next) => (planRef.value = next)} />
      )}
      <Field
        label="Owner"
        stacked
        hint="The client that subscribes: one of the API’s clients, an application, or another name."
      >
        {(control) => (
          <Combobox
            {...control}
            value={owner.value}
            source={chosen.value}
            options={(text, signal) => ownerOptions(chosen.value?.clients, text, signal)}
            onInput={(next) => {
              owner.value = next
            }}
          />
        )}
      </Field>
      <TextField label="Name" stacked value={name.value} onInput={(next) => (name.value = next)} />
      <TextField
        label="Id"
        stacked
        mono
        hint="You can’t change it later."
        problem={shown(wrong.id)}
        value={id}
        onInput={(next) => (typedId.value = next)}
      />
    </CreateDialog>
  )
}

function apiProblem(id: string, api: Api | undefined): string | undefined {
  if (id === '') return 'Choose an API.'
  if (!may('C', 'Subscription', id)) return `You can’t subscribe to ${id}.`
  return api && closedWords(api)
}

/** The most choices that are offered. */
const MOST = 50

/** The APIs that the caller may subscribe to. Those that take no subscriptions say why. */
async function apiOptions(text: string, signal: AbortSignal) {
  if (!may('R', 'Api')) return []
  const { results } = await api.apis.list({ pattern: `*${text.trim()}*`, pageSize: MOST }, { signal })
  return results
    .filter(({ id = '' }) => may('C', 'Subscription', id))
    .map((found) => ({ value: found.id ?? '', hint: hintOf(found) }))
}

function hintOf(api: Api): string {
  if (closedWords(api) !== undefined) return 'takes no subscriptions'
  return api.name === api.id ? '' : api.name
}
