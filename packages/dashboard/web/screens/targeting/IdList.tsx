import { useRef, useState } from 'preact/hooks'
import { Windowed } from '../../parts/lists/Windowed.tsx'
import { count, counted } from '../../words/words.ts'
import { addIds, idsIn } from './ids.ts'
import { pasted } from './pasted.ts'
import './id-list.css'

interface IdListProps {
  /** The beginning of the ids of its controls. */
  readonly name: string
  readonly label: string
  readonly ids: readonly string[]
  readonly problems?: readonly string[]
  /** Absent: the list is only shown. */
  onChange?(next: string[], step?: string): void
}

/** From how many ids on the list can be searched. */
const MANY = 8

/** A list of client ids: paste, search, remove. Stays fast with 100,000 ids. */
export function IdList({ name, label, ids, problems = [], onChange }: IdListProps) {
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState('')
  const [said, setSaid] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const shown = wanted === '' ? ids : ids.filter((id) => id.toLowerCase().includes(wanted.toLowerCase()))

  function add(): void {
    const { ids: next, added, known } = addIds(ids, idsIn(text))
    if (added > 0) onChange?.([...next])
    setText('')
    area.current?.focus()
    setSaid(`${counted(added, 'id')} added${known > 0 ? `, ${count(known)} already in the list` : ''}.`)
  }

  return (
    <div class="id-list" data-own-undo>
      <div class="id-list-head">
        <h3 id={`${name}-title`}>
          {label} <span class="muted">{count(ids.length)}</span>
        </h3>
        {ids.length > MANY && (
          <input
            type="search"
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder="Search"
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        )}
      </div>
      {shown.length > 0 && (
        <Windowed
          items={shown}
          rowHeight={32}
          visible={8}
          label={label}
          row={(id) => (
            <>
              <bdi class="key id-list-id" title={id}>
                {id === '' ? '(empty)' : id}
              </bdi>
              {onChange && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Remove ${id}`}
                  onClick={() => onChange(ids.filter((other) => other !== id))}
                >
                  ×
                </button>
              )}
            </>
          )}
        />
      )}
      {shown.length === 0 && <p class="muted">{ids.length === 0 ? 'No ids yet.' : 'No id contains that.'}</p>}
      {onChange && (
        <div class="id-list-add">
          <textarea
            ref={area}
            id={`${name}-add`}
            class="key"
            rows={text.includes('\n') ? 4 : 1}
            wrap="off"
            spellcheck={false}
            aria-label={`Add ${label.toLowerCase()}`}
            placeholder="Add an id, or paste a list"
            value={text}
            onPaste={(event) => setText(pasted(event) ?? text)}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || text.trim() === '') return
              event.preventDefault()
              add()
            }}
          />
          <button type="button" disabled={text.trim() === ''} onClick={add}>
            Add
          </button>
        </div>
      )}
      <p class="muted" role="status">
        {said}
      </p>
      {problems.map((sentence) => (
        <p key={sentence} class="problem-line" role="alert">
          {sentence}
        </p>
      ))}
    </div>
  )
}
