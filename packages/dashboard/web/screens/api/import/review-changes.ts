import type { ApiChange } from '../draft/draft-changes.ts'

/** The changes of an import as the review shows them: the link to the document is named instead of quoted. */
export const reviewChanges = (changes: readonly ApiChange[]): readonly ApiChange[] =>
  changes.map((change) =>
    isNewLink(change) ? { ...change, text: 'The documentation links the new document' } : change,
  )

/** Whether nothing but the address of the imported document changes in the documentation. */
function isNewLink({ what, id, change, members }: ApiChange): boolean {
  const [member, ...others] = members
  if (what !== 'documentation' || id !== 'resources' || change !== 'changed' || others.length > 0) return false
  return withoutDocuments(member?.from) === withoutDocuments(member?.to)
}

const withoutDocuments = (resources: unknown): string =>
  JSON.stringify(resources ?? null).replaceAll(/(\/api\/apis\/[^/"]+\/documents\/)[0-9a-f]{64}/g, '$1')
