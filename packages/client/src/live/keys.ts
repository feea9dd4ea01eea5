/** What a program may name: the features, the values of configs by id, the variants of experiments by id. */
export interface Keys {
  readonly features: string
  readonly configs: Readonly<Record<string, unknown>>
  readonly experiments: Readonly<Record<string, string>>
  /** The configs that are declared with a default, which therefore always have a value. */
  readonly defaulted?: string
}

/** The name of a config. */
export type ConfigKey<K extends Keys> = keyof K['configs'] & string
/** What a config answers when no schema is asked: nothing only where nobody has declared a default. */
export type ConfigValue<K extends Keys, C extends ConfigKey<K>> =
  | K['configs'][C]
  | (K extends { readonly defaulted: infer D } ? (C extends D ? never : undefined) : undefined)
/** The name of an experiment. */
export type ExperimentKey<K extends Keys> = keyof K['experiments'] & string

/** What features, configs and experiments are when nobody knows better; of an experiment its variants, the first being the default. */
export interface Defaults<K extends Keys = Keys> {
  readonly features?: Readonly<Partial<Record<K['features'], boolean>>>
  readonly configs?: { readonly [C in ConfigKey<K>]?: K['configs'][C] }
  readonly experiments?: { readonly [E in ExperimentKey<K>]?: readonly K['experiments'][E][] }
}
