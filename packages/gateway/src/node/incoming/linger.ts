/**
 * How long a client may go on sending after its last response, in milliseconds. Closing a connection with unread bytes
 * resets it, and the client would lose the response.
 */
export const LINGER_MS = 2000
