import { useRef } from 'preact/hooks'
import { withItem, withMoved } from '../condition/conditions.ts'
import type { Grant } from '../grants/grant-words.ts'
import { defaultDomainsWords } from '../grants/grant-words.ts'
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
  const focus = (at: number, selector: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLElement>(':scope > li')[at]?.querySelector<HTMLElement>(selector)?.focus(),
    )
  const move = (at: number, by: -1 | 1) => {
    const next = withMoved(grants, at, by)
    if (next === grants) return
    onChange(next)
    focus(at + by, 'input')
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
              place={{ at, count: grants.length }}
              problems={problems}
              onChange={(next, step) => onChange(withItem(grants, at, next), step)}
              onMove={(by) => move(at, by)}
            />
          ))}
        </ol>
      )}
      <div class="bar">
        <button
          type="button"
          onClick={() => {
            onChange([...grants, { pattern: '' }])
            focus(grants.length, 'input')
          }}
        >
          Add a grant
        </button>
      </div>
      <p class="muted">
        In a pattern, <code>*</code> stands for any characters: <code>shop:*</code> matches every id that begins with{' '}
        <code>shop:</code>. Reading is part of every grant. A grant that names no domains covers {defaultDomainsWords()}
        . Grants only add rights, so their order does not matter.
      </p>
    </>
  )
}
