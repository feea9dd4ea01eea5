/** The most addresses of an API that are fetched, and their bytes together. */
export const MOST_ADDRESSES = 100
export const MOST_TOGETHER = 20 * 1024 * 1024
