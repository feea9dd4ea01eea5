import type { ApiChange } from '../draft/draft-changes.ts'

interface Published {
  /** The version that is served; `undefined` if none ever was. */
  readonly served: string | undefined
  /** The version in the draft. */
  readonly draft: string | undefined
  readonly changes: readonly ApiChange[]
}

/** The version to publish next: that of the draft if it has another than what is served, else the one that follows. */
export function nextVersion({ served, draft = '0.0.1', changes }: Published): string {
  if (served === undefined || served !== draft) return draft
  if (!/^v?\d+(\.\d+)*$/.test(served)) return served
  const parts = served.split('.')
  const raised = Math.min(levelOf(changes), parts.length - 1)
  return parts.map((part, i) => (i < raised ? part : i > raised ? '0' : raise(part))).join('.')
}

/** Which part of the version rises: consumers lose something, gain something, or neither. */
function levelOf(changes: readonly ApiChange[]): 0 | 1 | 2 {
  const offered = changes.filter(({ what }) => what === 'route' || what === 'plan')
  if (offered.some(({ change }) => change === 'removed')) return 0
  return offered.some(({ change }) => change === 'added') ? 1 : 2
}

const raise = (part: string): string => part.replace(/\d+/, (digits) => `${Number(digits) + 1}`)
