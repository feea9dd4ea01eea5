let unsaved = 0

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** How many drafts are edited and not saved. */
export const unsavedDrafts = (): number => unsaved

/** Counts a draft that is edited, or no longer. While there are any, the browser asks before the page is left. */
export function countUnsaved(step: 1 | -1): void {
  unsaved += step
  if (unsaved > 0) addEventListener('beforeunload', askBeforeLeaving)
  else leaveUnasked()
}

/** Lets the page be left without a question: the user has agreed to lose the drafts. */
export const leaveUnasked = (): void => removeEventListener('beforeunload', askBeforeLeaving)
