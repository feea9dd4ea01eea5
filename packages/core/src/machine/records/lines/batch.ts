/** The most records in one commit of a bulk write. */
export const BATCH = 500

/** The most characters of JSON in one commit of a bulk write, unless a single record has more. */
export const MOST_SIZE = 8 * 1024 * 1024
