import { createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { Draft, Editing } from '../../saving/draft.ts'
import { isSame } from '../../values/is-same.ts'
import { readExactJson, readJson } from '../../values/json-text.ts'
import { prettyJson } from './pretty-json.ts'

/** What keeps the texts that are not JSON: the draft of the record that is edited. */
export interface Texts extends Pick<Editing<never>, 'hold' | 'drop'> {
  readonly unreadable: Draft<unknown>['unreadable']
}

/** The texts of the record that is edited below. */
export const EditedTexts = createContext<Texts | undefined>(undefined)

/** What a field for a member as JSON has. */
export interface JsonTextProps {
  readonly label: string
  /** The JSON Pointer of the member. */
  readonly pointer: string
  readonly value: unknown
  readonly problems?: readonly string[]
  readonly hint?: string
  /** The least and the most lines that are shown. @default [3, 20] */
  readonly rows?: readonly [least: number, most: number]
  /** Called with every text that is JSON; `undefined` for an empty one. */
  onChange(next: unknown, step?: string): void
}

/**
 * A member as JSON text, and what is wrong with it. What is typed stays as it is, also while it is not JSON: the draft
 * keeps it, and cannot be saved.
 */
export function useJsonText({ label, pointer, value, problems = [], onChange }: JsonTextProps) {
  const texts = useContext(EditedTexts)
  const [typed, setTyped] = useState('')
  const unreadable = texts?.unreadable.find((one) => one.pointer === pointer)
  return {
    text: unreadable?.text ?? (isJsonOf(typed, value) ? typed : written(value)),
    problems: unreadable ? [unreadable.problem] : problems,
    onInput(next: string) {
      setTyped(next)
      const read = readExactJson(next, { pointer, label })
      if ('unreadable' in read) return texts?.hold(read.unreadable)
      texts?.drop(pointer)
      onChange(read.value, label)
    },
  }
}

const written = (value: unknown): string => (value === undefined ? '' : prettyJson(JSON.stringify(value)))

function isJsonOf(text: string, value: unknown): boolean {
  const read = readJson(text, { pointer: '', label: '' })
  return 'value' in read && isSame(read.value, value)
}
