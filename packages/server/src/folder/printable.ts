/** A text on one line: control characters, which could change the terminal, are escaped. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
