/** Sets an own member of an object, also if its name is `__proto__`. */
export const setMember = (object: object, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}
