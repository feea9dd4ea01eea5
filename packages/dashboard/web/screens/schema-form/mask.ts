/** Stands for a secret that the service keeps. Sent back, it keeps the secret. */
export const MASK = '********'
