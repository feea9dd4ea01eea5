import { createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { Draft, Editing } from '../saving/draft.ts'
import { isSame } from '../saving/is-same.ts'
import { readJson } from '../saving/json-text.ts'
import { TextArea } from './fields.tsx'

/** What keeps the texts that are not JSON: the draft of the record that is edited. */
export interface Texts extends Pick<Editing<never>, 'hold' | 'drop'> {
  readonly unreadable: Draft<unknown>['unreadable']
}

/** The texts of the record that is edited below. */
export const EditedTexts = createContext<Texts | undefined>(undefined)

interface JsonTextProps {
  readonly label: string
  /** The JSON Pointer of the member. */
  readonly pointer: string
  readonly value: unknown
  readonly problems?: readonly string[]
  readonly hint?: string
  readonly stacked?: boolean
  /** The least and the most lines that are shown. @default [3, 20] */
  readonly rows?: readonly [least: number, most: number]
  /** Called with every text that is JSON; `undefined` for an empty one. */
  onChange(next: unknown, step?: string): void
}

/** A member as JSON. What is typed stays as it is, also while it is not JSON: the draft keeps it, and cannot be saved. */
export function JsonText({ label, pointer, value, problems = [], rows = [3, 20], onChange, ...field }: JsonTextProps) {
  const texts = useContext(EditedTexts)
  const [typed, setTyped] = useState('')
  const unreadable = texts?.unreadable.find((one) => one.pointer === pointer)
  const text = unreadable?.text ?? (isJsonOf(typed, value) ? typed : written(value))
  return (
    <TextArea
      {...field}
      label={label}
      mono
      rows={Math.min(rows[1], Math.max(rows[0], text.split('\n').length))}
      value={text}
      problem={unreadable?.problem ?? problems}
      onInput={(next) => {
        setTyped(next)
        const read = readJson(next, { pointer, label })
        if ('unreadable' in read) return texts?.hold(read.unreadable)
        texts?.drop(pointer)
        onChange(read.value, label)
      }}
    />
  )
}

const written = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, undefined, 2))

function isJsonOf(text: string, value: unknown): boolean {
  const read = readJson(text, { pointer: '', label: '' })
  return 'value' in read && isSame(read.value, value)
}
