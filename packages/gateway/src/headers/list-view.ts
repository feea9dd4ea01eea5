import { getHeader, getHeaders, type HeaderList, isNamed, isSendable, removeHeader, setHeader } from './header-list.ts'
import type { HeaderEdits, HeaderView } from './header-view.ts'

/** Headers to read, over a flat list. */
export class ListView implements HeaderView {
  readonly list: HeaderList
  constructor(list: HeaderList) {
    this.list = list
  }
  get(name: string): string | undefined {
    return getHeader(this.list, name)
  }
  all(name: string): readonly string[] {
    return getHeaders(this.list, name)
  }
  has(name: string): boolean {
    return getHeader(this.list, name) !== undefined
  }
}

/** Headers to change, over a flat list. */
export class ListEdits extends ListView implements HeaderEdits {
  set(name: string, value: string): void {
    setHeader(this.list, name, checked(name, value))
  }
  add(name: string, value: string): void {
    this.list.push(name, checked(name, value))
  }
  remove(name: string): void {
    removeHeader(this.list, name.toLowerCase())
  }
}

/** Headers for backends. They always learn by `Via` that a gateway calls: changes of it have no effect. */
export class BackendEdits extends ListEdits {
  override set(name: string, value: string): void {
    if (!isNamed(name, 'via')) super.set(name, value)
  }
  override add(name: string, value: string): void {
    if (!isNamed(name, 'via')) super.add(name, value)
  }
  override remove(name: string): void {
    if (!isNamed(name, 'via')) super.remove(name)
  }
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

function checked(name: string, value: string): string {
  if (!TOKEN.test(name)) throw new TypeError(`The header name ${JSON.stringify(name)} is invalid`)
  if (!isSendable(value)) throw new TypeError(`The value of the header ${name} has characters that no header can carry`)
  return value
}
