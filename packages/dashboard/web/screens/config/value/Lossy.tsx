import { lossyNumbers } from './json-tokens.ts'

/** The most characters of a text that is searched while it is typed. */
const MOST = 300_000

/** Warns about numbers of a JSON text that JavaScript cannot keep. */
export function Lossy({ text }: { readonly text: string }) {
  const sentence = text.length > MOST ? undefined : lossyNumbers(text)
  return sentence === undefined ? null : <p class="caution-line">{sentence}</p>
}
