/**
 * The names that a program may use: features, configs with the types of their values, experiments with their variants.
 */
export interface Keys {
  readonly features: string
  readonly configs: Readonly<Record<string, unknown>>
  readonly experiments: Readonly<Record<string, string>>
  /** The configs declared with a default, which therefore always have a value. */
  readonly defaulted?: string
}

/** The name of a config. */
export type ConfigKey<K extends Keys> = keyof K['configs'] & string
/** The type of a config's value read without a schema: `undefined` is possible only if no default is declared. */
export type ConfigValue<K extends Keys, C extends ConfigKey<K>> =
  | K['configs'][C]
  | (K extends { readonly defaulted: infer D } ? (C extends D ? never : undefined) : undefined)
/** The name of an experiment. */
export type ExperimentKey<K extends Keys> = keyof K['experiments'] & string

/**
 * The defaults that apply while nothing better is known. For an experiment: its variants, the first being the default.
 */
export interface Defaults<K extends Keys = Keys> {
  readonly features?: Readonly<Partial<Record<K['features'], boolean>>>
  readonly configs?: { readonly [C in ConfigKey<K>]?: K['configs'][C] }
  readonly experiments?: { readonly [E in ExperimentKey<K>]?: readonly K['experiments'][E][] }
}
