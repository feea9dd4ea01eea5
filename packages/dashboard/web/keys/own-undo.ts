/** What is asked of the element in which a key was pressed. */
type Field = Pick<Element, 'closest'>

/**
 * Whether the text of a field is undone by the browser, because it belongs to no draft: fields outside of the form, and
 * fields in an element marked `data-own-undo`.
 */
export function hasOwnUndo(field: Field | null, form: Field | null): boolean {
  const text = field?.closest('input, textarea, [contenteditable]')
  if (!text) return false
  return text.closest('[data-own-undo]') !== null || text.closest('.detail, .page') !== form
}
