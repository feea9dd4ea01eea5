import { useState } from 'preact/hooks'
import { TextArea, TextField } from '../../parts/fields/fields.tsx'
import { JsonText } from '../../parts/json/JsonText.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import '../../parts/fields/chips.css'
import './details.css'

/** The members that describe a record, whatever its kind. */
export interface Described {
  readonly description?: string
  readonly tags?: readonly string[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

interface DetailsProps {
  readonly value: Described
  /** The JSON Pointer of what they describe. @default the record */
  readonly pointer?: string
  problemsOf(pointer: string): readonly string[]
  /** Changes members; `undefined` removes one. */
  onChange(next: Partial<Record<keyof Described, unknown>>, step?: string): void
}

/** The description, the tags and the metadata of a record. */
export function Details({ value, pointer = '', problemsOf, onChange }: DetailsProps) {
  return (
    <>
      <TextArea
        label="Description"
        rows={2}
        value={value.description ?? ''}
        problem={problemsOf('/description')}
        onInput={(text) => onChange({ description: text === '' ? undefined : text }, 'description')}
      />
      <Tags tags={value.tags ?? []} onChange={(tags) => onChange({ tags: tags.length === 0 ? undefined : tags })} />
      <JsonText
        label="Metadata"
        pointer={`${pointer}/metadata`}
        value={value.metadata}
        problems={problemsOf('/metadata')}
        rows={[2, 12]}
        hint="A JSON object for programs, such as {&quot;owner&quot;: &quot;shop&quot;}."
        onChange={(metadata) => onChange({ metadata }, 'metadata')}
      />
    </>
  )
}

function Tags({ tags, onChange }: { readonly tags: readonly string[]; onChange(next: string[]): void }) {
  const [text, setText] = useState('')
  const add = () => {
    const tag = text.trim()
    if (tag !== '' && !tags.includes(tag)) onChange([...tags, tag])
    setText('')
  }
  return (
    <form
      class="tags"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField
        label="Tags"
        value={text}
        placeholder="Add a tag"
        onInput={setText}
        after={
          <button type="submit" disabled={text.trim() === ''}>
            Add tag
          </button>
        }
      />
      {tags.length > 0 && (
        <ul class="chips" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} class="chip">
              <bdi>{tag}</bdi>
              <button
                type="button"
                class="quiet icon-only"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
