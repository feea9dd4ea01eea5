import { useEffect, useState } from 'preact/hooks'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/Icon.tsx'
import './details.css'

/** The members that describe a record, whatever its kind. */
export interface Described {
  readonly description?: string
  readonly tags?: readonly string[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

interface DetailsProps {
  readonly value: Described
  problemsOf(pointer: string): readonly string[]
  /** Changes members; `undefined` removes one. */
  onChange(next: Partial<Record<keyof Described, unknown>>, step?: string): void
}

/** The description, the tags and the metadata of a record. */
export function Details({ value, problemsOf, onChange }: DetailsProps) {
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
      <Metadata
        metadata={value.metadata}
        problems={problemsOf('/metadata')}
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

interface MetadataProps {
  readonly metadata: Readonly<Record<string, unknown>> | undefined
  readonly problems: readonly string[]
  onChange(next: unknown): void
}

/** The metadata as JSON. What is typed stays as it is while it is not JSON. */
function Metadata({ metadata, problems, onChange }: MetadataProps) {
  const written = metadata === undefined ? '' : JSON.stringify(metadata, undefined, 2)
  const [text, setText] = useState(written)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!isSameJson(text, written)) setText(written)
  }, [written])
  return (
    <TextArea
      label="Metadata"
      mono
      rows={Math.min(12, Math.max(2, text.split('\n').length))}
      value={text}
      problem={problem ?? problems}
      hint="A JSON object for programs, such as {&quot;owner&quot;: &quot;shop&quot;}."
      onInput={(next) => {
        setText(next)
        try {
          onChange(next.trim() === '' ? undefined : JSON.parse(next))
          setProblem(undefined)
        } catch (error) {
          setProblem(`This is not JSON: ${error instanceof Error ? error.message : error}`)
        }
      }}
    />
  )
}

function isSameJson(text: string, other: string): boolean {
  try {
    return text.trim() === '' ? other === '' : JSON.stringify(JSON.parse(text), undefined, 2) === other
  } catch {
    return false
  }
}
