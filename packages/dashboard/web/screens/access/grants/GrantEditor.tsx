import { useRef } from 'preact/hooks'
import { keepFocus } from '../../../keys/keep-focus.ts'
import { withItem } from '../../condition/conditions.ts'
import { defaultDomainsWords, type Grant } from '../../grants/grant-words.ts'
import { GrantRow } from './GrantRow.tsx'
import './grants.css'

interface GrantEditorProps {
  readonly grants: readonly Grant[]
  /** The sentences of the service by JSON Pointer. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  onChange(next: readonly Grant[], step?: string): void
}

/** Edits grants as rows of a pattern, rights and domains, each with what it matches. */
export function GrantEditor({ grants, problems, onChange }: GrantEditorProps) {
  const list = useRef<HTMLOListElement>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const add = () => {
    onChange([...grants, { pattern: '', rights: [] }])
    keepFocus(() => list.current?.querySelector<HTMLElement>(`:scope > li:nth-child(${grants.length + 1}) input`))
  }
  const replace = (at: number, next: Grant | undefined, step?: string) => {
    onChange(withItem(grants, at, next), step)
    if (next === undefined)
      keepFocus(() => list.current?.querySelector<HTMLElement>('li:last-child button') ?? adding.current)
  }
  return (
    <>
      {grants.length === 0 ? (
        <p class="muted">There are no grants: nothing can be seen or changed.</p>
      ) : (
        <ol class="grants" ref={list}>
          {grants.map((grant, at) => (
            <GrantRow
              key={at}
              grant={grant}
              at={at}
              problems={problems}
              onChange={(next, step) => replace(at, next, step)}
            />
          ))}
        </ol>
      )}
      <div class="bar">
        <button ref={adding} type="button" onClick={add}>
          Add a grant
        </button>
      </div>
      <p class="muted">
        In a pattern, <code>*</code> stands for any characters: <code>shop:*</code> matches every id that begins with{' '}
        <code>shop:</code>. Reading is part of every grant. A grant that names no domains covers {defaultDomainsWords()}
        . Grants only add rights, so their order doesn’t matter.
      </p>
    </>
  )
}
