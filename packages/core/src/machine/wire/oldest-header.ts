/** The response header with the timestamp of the oldest retained event, for downloads that ask for older ones. */
export const OLDEST_HEADER = 'Events-Oldest'
