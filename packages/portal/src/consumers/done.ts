/** What is said after a form took effect. The address names it, so that a reload says it again and does nothing. */
const sentences = {
  saved: 'Saved.',
  closed: 'The subscription is closed.',
  withdrawn: 'The request was withdrawn.',
  removed: 'The person was removed.',
  sent: 'This form was already sent.',
} as const

/** The notice that an address asks for. */
export function done({ done: name }: { readonly done?: string }): { readonly notice?: string } {
  const notice =
    name !== undefined && Object.hasOwn(sentences, name) ? sentences[name as keyof typeof sentences] : undefined
  return notice === undefined ? {} : { notice }
}
