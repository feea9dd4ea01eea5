import { toast } from '../../notices/toasts.ts'

/** Copies a text, and says so or why not. */
export async function copyText(text: string): Promise<void> {
  try {
    await copy(text)
    toast('Copied.')
  } catch {
    toast('Your browser doesn’t allow copying. Select the text and copy it.', { aspect: 'caution' })
  }
}

/** Pages on plain http have no clipboard interface: there the older command copies a selection. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const focused = document.activeElement as HTMLElement | null
  // A modal dialog makes everything outside of it inert.
  ;(document.querySelector('dialog:modal') ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  focused?.focus()
  if (!isCopied) throw new Error('Your browser doesn’t allow copying')
}
