import { useSignal } from '@preact/signals'
import { CreateDialog } from '../../../parts/CreateDialog.tsx'
import { TextField } from '../../../parts/fields.tsx'
import { Segmented } from '../../../parts/Segmented.tsx'
import { navigate } from '../../../place.ts'
import { may } from '../../../session.ts'
import { entryOf } from '../../../tree/entry.ts'
import { listingOf } from '../../listing/listing.ts'
import { createApi, duplicateApi } from './create-api.ts'
import type { NewFields, Way } from './new-fields.ts'
import { fieldProblems } from './new-fields.ts'
import { SourceField } from './SourceField.tsx'

interface NewApiProps {
  /** How it begins at first. */
  readonly way: Way
  /** The API that is open: it is proposed to be duplicated. */
  readonly current: string | undefined
  onClose(): void
}

const ways = [
  { value: 'nothing', label: 'From nothing' },
  { value: 'copy', label: 'From another API' },
] as const satisfies readonly { value: Way; label: string }[]

/** Creates an API from nothing or from another one, and opens it. */
export function NewApi({ way: first, current, onClose }: NewApiProps) {
  const { index, pathOf } = listingOf('apis')
  const way = useSignal<Way>(first)
  const wasSent = useSignal(false)
  const fields = useSignal<NewFields>({
    ...{ id: '', name: '', domain: '', context_path: '', backend: '' },
    source: current ?? '',
  })
  void index.version.value
  const problems = fieldProblems(way.value, fields.value, {
    isThere: (id) => index.find(id) !== undefined,
    mayCreate: (id) => may('C', 'Api', id),
  })
  const set = (member: keyof NewFields) => (text: string) => {
    fields.value = { ...fields.peek(), [member]: text }
  }
  const shown = (member: keyof NewFields) =>
    wasSent.value || (member === 'id' && fields.value.id !== '') ? problems[member] : undefined
  const create = async () => {
    wasSent.value = true
    if (Object.keys(problems).length > 0) return
    const created = await (way.value === 'copy' ? duplicateApi : createApi)(fields.value)
    index.add([entryOf(created) ?? { id: fields.value.id }])
    onClose()
    navigate(pathOf(fields.value.id))
  }
  const text = (member: keyof NewFields) =>
    ({ stacked: true, problem: shown(member), value: fields.value[member], onInput: set(member) }) as const
  const isCopy = way.value === 'copy'
  return (
    <CreateDialog title="New API" create={create} onClose={onClose}>
      <Segmented
        label="Begin"
        choices={ways}
        value={way.value}
        onChange={(next) => {
          way.value = next
        }}
      />
      {isCopy && <SourceField index={index} {...text('source')} />}
      <TextField label="Id" mono autofocus hint="Such as billing. It cannot be changed later." {...text('id')} />
      <TextField label="Name" placeholder={isCopy ? 'That of the other API' : 'The id'} {...text('name')} />
      {!isCopy && (
        <TextField label="Domain" mono placeholder="Any" hint="Such as api.shop.example" {...text('domain')} />
      )}
      <TextField
        label="Context path"
        mono
        hint={
          isCopy
            ? 'Another one than that of the other API, or requests match both once it is published.'
            : 'All routes are below it, such as /billing.'
        }
        {...text('context_path')}
      />
      {!isCopy && (
        <TextField
          label="Address of the first backend"
          mono
          placeholder="https://billing.internal"
          hint="Optional. With it, the API has a route for all requests, and can serve as soon as it is published."
          {...text('backend')}
        />
      )}
    </CreateDialog>
  )
}
