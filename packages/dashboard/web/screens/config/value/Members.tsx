import { useRef, useState } from 'preact/hooks'
import { keepFocus } from '../../../keys/keep-focus.ts'
import { NumberInput } from '../../../parts/fields/NumberInput.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { freeName, type Scalar, withEntry } from './members.ts'
import { kindOf, type ValueKind, withKind } from './value-kind.ts'
import type { ValueProps } from './value-props.ts'

type Entry = readonly [name: string, value: Scalar]

interface MembersProps extends ValueProps {
  readonly members: readonly Entry[]
}

/** An object of scalars as a table: a name and a value a row. */
export function Members({ label, pointer, members, onChange }: MembersProps) {
  const list = useRef<HTMLUListElement>(null)
  const change = (at: number) => (next: Entry | undefined, step?: string) => {
    onChange(withEntry(members, at, next), step && `${pointer}/${at}/${step}`)
    if (!next) keepFocus(() => list.current?.querySelector<HTMLElement>(':scope > li:last-child > button'))
  }
  return (
    <div class="members">
      <ul aria-label={label} ref={list}>
        {members.map((entry, at) => (
          <Member
            key={at}
            entry={entry}
            isTaken={(name) => members.some(([other], index) => other === name && index !== at)}
            onChange={change(at)}
          />
        ))}
      </ul>
      <button type="button" onClick={() => onChange({ ...withEntry(members, -1, undefined), [freeName(members)]: '' })}>
        Add a member
      </button>
    </div>
  )
}

interface MemberProps {
  readonly entry: Entry
  /** Whether another member has a name. */
  isTaken(name: string): boolean
  onChange(next: Entry | undefined, step?: string): void
}

const kinds = ['boolean', 'string', 'number', 'null'] as const satisfies readonly ValueKind[]

function Member({ entry: [name, value], isTaken, onChange }: MemberProps) {
  const [typed, setTyped] = useState<string>()
  const set = (next: Scalar, step?: string) => onChange([name, next], step)
  const shown = typed ?? name
  const isClash = typed !== undefined && isTaken(typed)
  return (
    <li class="member">
      <input
        type="text"
        class="key"
        aria-label={`Name of ${name}`}
        aria-invalid={isClash}
        value={shown}
        onInput={({ currentTarget: { value: next } }) => {
          if (isTaken(next)) return setTyped(next)
          setTyped(undefined)
          onChange([next, value], 'name')
        }}
        onBlur={() => setTyped(undefined)}
      />
      <select
        aria-label={`Kind of ${name}`}
        value={kindOf(value)}
        onChange={({ currentTarget }) => set(withKind(value, currentTarget.value as ValueKind) as Scalar)}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kind}
          </option>
        ))}
      </select>
      {typeof value === 'string' && (
        <input
          type="text"
          dir="auto"
          class="member-value"
          aria-label={`Value of ${name}`}
          value={value}
          onInput={({ currentTarget }) => set(currentTarget.value, 'value')}
        />
      )}
      {typeof value === 'number' && (
        <NumberInput label={`Value of ${name}`} value={value} onChange={(next) => set(next, 'value')} />
      )}
      {typeof value === 'boolean' && (
        <select
          aria-label={`Value of ${name}`}
          value={String(value)}
          onChange={({ currentTarget }) => set(currentTarget.value === 'true')}
        >
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      )}
      <button type="button" class="quiet icon-only" aria-label={`Remove ${name}`} onClick={() => onChange(undefined)}>
        <Icon name="trash-2" />
      </button>
      {isClash && <p class="problem-line">A member named {typed} already exists.</p>}
    </li>
  )
}
