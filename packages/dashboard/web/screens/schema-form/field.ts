/** A value without parts, as one control edits it. */
export type SimpleField = TextField | ChoiceField | NumberField

/** One line of text, or several. */
export interface TextField {
  readonly kind: 'text'
  /** What its text must be, in a word or two: `header name`. */
  readonly format?: string
  /** Whether the empty text is a value. */
  readonly takesEmpty: boolean
  /** Whether it is written and never read: the service shows a mask instead. */
  readonly isSecret: boolean
  readonly isLong: boolean
}

/** One of a few values. */
export interface ChoiceField {
  readonly kind: 'choice'
  readonly values: readonly (string | number | boolean)[]
  /** What the values are called. @default their text */
  readonly labels?: Readonly<Record<string, string>>
}

/** A number, perhaps with bounds. */
export interface NumberField {
  readonly kind: 'number'
  readonly isInteger: boolean
  /** What it counts, such as `ms`. Absent: a bare number, such as a status. */
  readonly unit?: string
  readonly min?: number
  readonly max?: number
}

/** How a value of a schema is edited. */
export type SchemaField =
  | SimpleField
  | { readonly kind: 'flag' }
  /** A moment in epoch milliseconds. */
  | { readonly kind: 'instant' }
  /** A list of values without parts. */
  | { readonly kind: 'list'; readonly item: SimpleField }
  /** A list of objects. If their order matters, they can be moved. */
  | { readonly kind: 'items'; readonly item: GroupField; readonly isOrdered?: boolean }
  /** Texts by name. */
  | { readonly kind: 'map'; readonly value: TextField }
  | GroupField
  /** One of several forms. */
  | { readonly kind: 'union'; readonly arms: readonly Arm[] }
  /** Edited as JSON. */
  | { readonly kind: 'json' }

/** An object with the members that its schema declares. */
export interface GroupField {
  readonly kind: 'group'
  readonly members: readonly Member[]
}

/** A member of an object. */
export interface Member {
  readonly name: string
  readonly label: string
  /** The description of the schema. */
  readonly hint?: string
  readonly isRequired: boolean
  /** Whether it is never folded away. @default only if it is required or has a default */
  readonly isUsual?: boolean
  readonly field: SchemaField
}

/** One form that a value can have. */
export interface Arm {
  readonly label: string
  readonly field: SchemaField
  /** The value with which the form begins. */
  readonly blank: unknown
}
