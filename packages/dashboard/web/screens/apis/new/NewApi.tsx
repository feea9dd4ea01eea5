import { useSignal } from '@preact/signals'
import { may } from '../../../calls/session.ts'
import { CreateDialog } from '../../../parts/dialogs/CreateDialog.tsx'
import { TextField } from '../../../parts/fields/fields.tsx'
import { Segmented } from '../../../parts/fields/Segmented.tsx'
import { navigate } from '../../../place/place.ts'
import { entryOf } from '../../../tree/entry.ts'
import { type OpenApiDocument, titleIn } from '../../api/import/openapi-document.ts'
import { listingOf } from '../../listing/listing.ts'
import { idFromTitle } from './api-id.ts'
import { createApi } from './create-api.ts'
import { FromDocument, Outcome } from './FromDocument.tsx'
import { fieldProblems, type NewFields, type Way } from './new-fields.ts'
import { SourceField } from './SourceField.tsx'
import './new-api.css'

interface NewApiProps {
  /** How it begins at first. */
  readonly way: Way
  /** The API that is open: it is proposed to be duplicated. */
  readonly current: string | undefined
  onClose(): void
}

const ways = [
  { value: 'nothing', label: 'Empty' },
  { value: 'document', label: 'From OpenAPI' },
  { value: 'copy', label: 'A copy' },
] as const satisfies readonly { value: Way; label: string }[]

const nameHints = { nothing: 'The id', document: '', copy: 'Same as the other API' } as const satisfies Record<
  Way,
  string
>

const pathHints = {
  nothing: 'All routes start with it, such as /billing.',
  document: 'All routes start with it, such as /billing.',
  copy: 'Choose a different path: with the other API’s path, requests would match both.',
} as const satisfies Record<Way, string>

const blank = { id: '', name: '', domain: '', context_path: '', backend: '' }

/** Creates an API from nothing, from an OpenAPI document or from another API, and opens it. */
export function NewApi({ way: first, current = '', onClose }: NewApiProps) {
  const { index, pathOf } = listingOf('apis')
  const way = useSignal<Way>(first)
  const wasSent = useSignal(false)
  const fields = useSignal<NewFields>({ ...blank, source: current })
  const proposed = useSignal('')
  void index.version.value
  const problems = fieldProblems(way.value, fields.value, {
    isThere: (id) => index.find(id) !== undefined,
    mayCreate: (id) => may('C', 'Api', id),
  })
  const put = (members: Partial<NewFields>) => {
    fields.value = { ...fields.peek(), ...members }
  }
  const take = (document: OpenApiDocument | undefined) => {
    const { id } = fields.peek()
    const isTyped = id !== '' && id !== proposed.peek()
    if (document && !isTyped) proposed.value = idFromTitle(titleIn(document))
    put({ document, ...(document && !isTyped && { id: proposed.peek() }) })
  }
  const create = async () => {
    wasSent.value = true
    if (Object.keys(problems).length > 0) return
    const created = await createApi(way.value, fields.value)
    index.add([entryOf(created) ?? { id: fields.value.id }])
    onClose()
    navigate(pathOf(fields.value.id))
  }
  const isShown = (member: keyof NewFields) => wasSent.value || (member === 'id' && fields.value.id !== '')
  const text = (member: Exclude<keyof NewFields, 'document'>) =>
    ({
      stacked: true,
      problem: isShown(member) ? problems[member] : undefined,
      value: fields.value[member],
      onInput: (value: string) => put({ [member]: value }),
    }) as const
  const begins = way.value
  return (
    <CreateDialog title="New API" create={create} onClose={onClose}>
      <div class="new-ways">
        <Segmented
          label="Start with"
          choices={ways}
          value={begins}
          onChange={(next) => {
            way.value = next
          }}
        />
      </div>
      {begins === 'copy' && <SourceField index={index} {...text('source')} />}
      {begins === 'document' && (
        <FromDocument
          document={fields.value.document}
          problem={wasSent.value ? problems.document : undefined}
          onChange={take}
        />
      )}
      <TextField label="Id" mono autofocus hint="For example, billing. You can’t change it later." {...text('id')} />
      {begins !== 'document' && <TextField label="Name" placeholder={nameHints[begins]} {...text('name')} />}
      {begins !== 'copy' && (
        <TextField label="Domain" mono placeholder="Any" hint="For example, api.shop.example" {...text('domain')} />
      )}
      <TextField label="Context path" mono hint={pathHints[begins]} {...text('context_path')} />
      {begins === 'nothing' && (
        <TextField
          label="Address of the first backend"
          mono
          placeholder="https://billing.internal"
          hint="Optional. With an address, the API has a route for all requests, and can serve as soon as you publish it."
          {...text('backend')}
        />
      )}
      {begins === 'document' && <Outcome fields={fields.value} isReady={Object.keys(problems).length === 0} />}
    </CreateDialog>
  )
}
