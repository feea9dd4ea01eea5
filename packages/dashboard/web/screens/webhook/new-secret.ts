/** A signing secret as Standard Webhooks has them: `whsec_` and 32 random bytes in Base64. */
export const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`
