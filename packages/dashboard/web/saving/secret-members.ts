/** Members whose values are secret, by JSON Pointer: pages show that they change, but not to what. */
const secret = /^\/(headers\/|secret$|clientSecret$|password$)/

/** Whether the value of a member is secret. */
export const isSecretMember = (pointer: string): boolean => secret.test(pointer)
