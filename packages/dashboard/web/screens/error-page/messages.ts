import type { ErrorTemplate } from '@signalbox/core/contract'
import { withMember } from '../../values/pointer.ts'

/** A text of a template: the message of a status, or what a cause is called. */
export interface Message {
  readonly key: string
  readonly text: string
}

const STATUS = /^message-(\d{3})$/

/** The texts of a template, those of statuses first, each in their order. */
export const messagesOf = ({ messages = {} }: ErrorTemplate): readonly Message[] =>
  Object.entries(messages)
    .map(([key, text]) => ({ key, text }))
    .sort((one, other) => order(one).localeCompare(order(other), 'en'))

const order = ({ key }: Message): string => `${STATUS.test(key) ? 0 : 1} ${key}`

/** What a text is for. */
export function purposeOf(key: string): string {
  const [, status] = STATUS.exec(key) ?? []
  return status === undefined ? `The cause ${key}` : `The message of ${status}`
}

/** The key for what a user typed: a status, or the id of a cause. */
export const keyFor = (typed: string): string =>
  /^\d{3}$/.test(typed.trim()) ? `message-${typed.trim()}` : typed.trim()

/** A copy of a template with a text; `undefined` removes it. */
export const withMessage = (template: ErrorTemplate, key: string, text: string | undefined): ErrorTemplate => ({
  ...template,
  messages: withMember(template.messages ?? {}, key, text) as Record<string, string>,
})
