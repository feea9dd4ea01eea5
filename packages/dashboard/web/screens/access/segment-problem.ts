/** Why a text is no id of a user or an API key; `undefined` for ids. The service has the same rule. */
export function segmentProblem(text: string): string | undefined {
  if (text === '') return 'An id is required.'
  if (text.length > 512) return `An id has at most 512 characters, not ${text.length}.`
  if (/^[A-Za-z0-9_@.-]+$/.test(text) && !/^\.{1,2}$/.test(text)) return undefined
  return 'An id consists of letters, digits and _@.-'
}
