import { lossyNumbers } from './json-tokens.ts'

/** Warns about numbers of a JSON text that JavaScript cannot keep. */
export function Lossy({ text }: { readonly text: string }) {
  const sentence = lossyNumbers(text)
  return sentence === undefined ? null : <p class="caution-line">{sentence}</p>
}
