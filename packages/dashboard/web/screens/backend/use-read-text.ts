import { useContext, useState } from 'preact/hooks'
import { EditedTexts } from '../../parts/json/use-json-text.ts'
import { isSame } from '../../values/is-same.ts'

interface ReadText<T> {
  /** The JSON Pointer of the member, from the record. */
  readonly pointer: string
  readonly value: T
  /** The value as text. */
  textOf(value: T): string
  /** Reads a text; a sentence if it is no value. */
  read(text: string): T | string
  /** Called with every text that is a value. */
  onChange(next: T): void
}

/** A member that is typed as text. What is typed stays as it is, also while it is no value: then it cannot be saved. */
export function useReadText<T>({ pointer, value, textOf, read, onChange }: ReadText<T>) {
  const texts = useContext(EditedTexts)
  const [typed, setTyped] = useState('')
  const unreadable = texts?.unreadable.find((one) => one.pointer === pointer)
  const last = read(typed)
  return {
    text: unreadable?.text ?? (typeof last !== 'string' && isSame(last, value) ? typed : textOf(value)),
    problem: unreadable?.problem,
    onInput(text: string) {
      setTyped(text)
      const next = read(text)
      if (typeof next === 'string') return texts?.hold({ pointer, text, problem: next })
      texts?.drop(pointer)
      onChange(next)
    },
  }
}
