/** A part of a rule that has no equal. The message says which. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported'
}
