import { signal } from '@preact/signals'
import { fetchApi } from '../../calls/api.ts'
import { mount } from '../../place/mount.ts'

/** A word of the workflow language. */
export interface Word {
  readonly name: string
  readonly description: string
}

/** The words of the workflow language. */
export interface Language {
  readonly nodes: readonly Word[]
  readonly operators: readonly Word[]
  readonly functions: readonly Word[]
}

/** The language of this service; `undefined` until it is read, and if the descriptions need a key. */
export const language = signal<Language | undefined>(undefined)

let reading: Promise<void> | undefined

/** Reads the language, once. Without it the editor proposes nothing. */
export function loadLanguage(): Promise<void> {
  reading ??= read().catch(() => {
    reading = undefined
  })
  return reading
}

async function read(): Promise<void> {
  const reply = await fetchApi(new Request(`${mount.apiUrl}/apis/workflows/doc.json`))
  if (reply.ok) language.value = (await reply.json()) as Language
}
