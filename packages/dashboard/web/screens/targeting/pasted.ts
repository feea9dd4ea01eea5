/**
 * The text of a field after a paste of several lines, which is then already done: browsers take very long to insert
 * thousands of lines. `undefined` for other pastes, which the browser does.
 */
export function pasted(event: ClipboardEvent): string | undefined {
  const text = event.clipboardData?.getData('text') ?? ''
  if (!/[\n\r]/.test(text)) return undefined
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget as HTMLTextAreaElement
  return value.slice(0, selectionStart) + text + value.slice(selectionEnd)
}
