import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { below } from '../../values/pointer.ts'
import { isObject } from './can-show.ts'
import { DrawMember } from './draw-member.ts'
import type { GroupField, Member } from './field.ts'
import { defaultOf, undeclared, withSetting } from './written.ts'
import './schema-form.css'

interface SchemaFormProps {
  readonly field: GroupField
  readonly value: unknown
  /** What members stand for that are absent. */
  readonly defaults: unknown
  readonly pointer: string
  readonly path: string
  onChange(next: Readonly<Record<string, unknown>>, step?: string): void
}

/** From how many members on those that are rarely set are folded away. */
const MANY = 8

/** The form of an object, made from its schema. Members that the schema does not declare are kept. */
export function SchemaForm({ field, value, defaults, pointer, path, onChange }: SchemaFormProps) {
  const MemberControl = useContext(DrawMember)
  const object = isObject(value) ? value : {}
  const { members } = field
  const usual = members.length < MANY ? members : members.filter((one) => isUsual(one, defaults))
  const rare = members.filter((one) => !usual.includes(one))
  const others = undeclared(
    object,
    members.map(({ name }) => name),
  )
  const control = (member: Member) => {
    const byDefault = defaultOf(defaults, member.name)
    return (
      <MemberControl
        key={member.name}
        {...member}
        hint={member.hint}
        byDefault={byDefault}
        value={object[member.name]}
        pointer={below(pointer, member.name)}
        path={path === '' ? member.name : `${path}.${member.name}`}
        onChange={(next) => onChange(withSetting(object, { ...member, byDefault }, next), below(pointer, member.name))}
      />
    )
  }
  return (
    <>
      {members.length === 0 && others.length === 0 && <p class="muted">There is nothing to configure.</p>}
      {usual.length > 0 && <div class="schema-form">{usual.map(control)}</div>}
      {rare.length > 0 && (
        <More isOpen={rare.some(({ name }) => object[name] !== undefined)} count={rare.length}>
          <div class="schema-form">{rare.map(control)}</div>
        </More>
      )}
      {others.length > 0 && (
        <p class="muted">
          Also set, and edited as JSON: <code>{others.join(', ')}</code>
        </p>
      )}
    </>
  )
}

const isUsual = ({ name, isRequired, isUsual = false }: Member, defaults: unknown): boolean =>
  isRequired || isUsual || defaultOf(defaults, name) !== undefined

interface MoreProps {
  /** Whether it is open at first. */
  readonly isOpen: boolean
  readonly count: number
  readonly children: ComponentChildren
}

function More({ isOpen, count, children }: MoreProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    box.current!.open = isOpen
  }, [])
  return (
    <details ref={box} class="more-settings">
      <summary>More settings ({count})</summary>
      {children}
    </details>
  )
}
