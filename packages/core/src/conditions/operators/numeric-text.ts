/** The pattern of texts that stand for numbers. */
export const numericPattern = '^-?\\d+(\\.\\d+)?$'

const NUMERIC = /* @__PURE__ */ new RegExp(numericPattern)

/** Whether a text such as `-12.5` stands for a number. `Number` reads it. */
export const isNumeric = (text: string): boolean => NUMERIC.test(text)
