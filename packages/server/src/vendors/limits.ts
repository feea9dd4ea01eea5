/** The most values of a condition on an attribute. */
export const MOST_VALUES = 10_000
