/** How long a session lasts after its last use, in milliseconds. */
export const SESSION_LIFE = 12 * 60 * 60_000
