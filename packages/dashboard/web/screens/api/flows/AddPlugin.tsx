import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { SelectField } from '../../../parts/fields/fields.tsx'
import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { moved } from '../../../parts/ways/roving.ts'
import { listed } from '../../../words/words.ts'
import { Marked } from '../../schema-form/hints.tsx'
import { type Offer, searchCatalog } from './search-catalog.ts'
import type { Plugin, Slot } from './slot.ts'
import { stages } from './stages.ts'

interface AddPluginProps {
  readonly catalog: readonly Plugin[]
  readonly slots: readonly Slot[]
  add(plugin: Plugin): void
  onClose(): void
}

/** The plugins that can be added to a flow, to search by name, category and what they do. */
export function AddPlugin({ catalog, slots, add, onClose }: AddPluginProps) {
  const words = useSignal('')
  const category = useSignal('')
  const box = useRef<HTMLUListElement>(null)
  const found = searchCatalog(catalog, { words: words.value, category: category.value, slots })
  const categories = [...new Set(catalog.flatMap((plugin) => plugin.categories))].sort()
  const onKeys = (event: KeyboardEvent) => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const next = moved(event.key, all.indexOf(document.activeElement as HTMLElement), all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <Dialog title="Add a plugin" onClose={onClose}>
      <div class="plugin-search">
        <Field label="Search" stacked>
          {(control) => (
            <input
              {...control}
              type="search"
              autofocus
              placeholder="Name, or what it does"
              value={words.value}
              onInput={({ currentTarget }) => {
                words.value = currentTarget.value
              }}
              onKeyDown={(event) => event.key === 'ArrowDown' && onKeys(event)}
            />
          )}
        </Field>
        <SelectField
          label="Category"
          stacked
          value={category.value}
          choices={[
            { value: '', label: 'All categories' },
            ...categories.map((one) => ({ value: one as string, label: inWords(one) })),
          ]}
          onChange={(next) => {
            category.value = next
          }}
        />
      </div>
      <ul ref={box} class="plugin-catalog" aria-label="Plugins" onKeyDown={onKeys}>
        {found.map((offer) => (
          <li key={offer.plugin.id}>
            <Choice {...offer} add={add} />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="muted">No plugin matches.</p>}
    </Dialog>
  )
}

interface ChoiceProps extends Offer {
  add(plugin: Plugin): void
}

const Choice = ({ plugin, why, add }: ChoiceProps) => (
  <button type="button" aria-disabled={why !== undefined} onClick={() => why === undefined && add(plugin)}>
    <b>{plugin.name}</b>
    <span class="catalog-about muted">
      {listed(plugin.steps.map((step) => stages.find((one) => one.step === step)!.label))}
      {' · '}
      {plugin.categories.map(inWords).join(', ')}
    </span>
    <span>
      <Marked text={`${plugin.description}.`} />
    </span>
    {why !== undefined && <span class="muted">{why}</span>}
    {!plugin.implemented && <Aspect is="caution">Not run by this version of the gateway</Aspect>}
  </button>
)

/** The name of a category in words: `Traffic control`. */
const inWords = (category: string): string =>
  category.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
