import type { Completions } from '../../code/complete.ts'

/** The placeholders of error pages. */
const options = [
  { label: 'message', detail: 'what the client reads' },
  { label: 'cause', detail: 'why' },
  { label: 'status', detail: 'the HTTP status' },
  { label: 'errorId', detail: 'the id of this error' },
  { label: 'otoroshiMessage', detail: 'the message of the gateway' },
].map(({ label, detail }) => ({ label: `\${${label}}`, detail }))

/** Proposes placeholders after `$` or `${`. */
export function completePlaceholder(text: string, offset: number): Completions | undefined {
  const [begun] = /\$(\{\w*)?$/.exec(text.slice(Math.max(0, offset - 30), offset)) ?? []
  return begun === undefined ? undefined : { from: offset - begun.length, options }
}
