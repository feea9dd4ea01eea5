const MARK = '[redacted]'

/** A text in parts: what was redacted is `undefined`. */
export const redactedParts = (text: string): readonly (string | undefined)[] =>
  text.split(MARK).flatMap((part, at) => (at === 0 ? [part] : [undefined, part]))
