/** The most records in one commit of a bulk write. */
export const BATCH = 500
