/** A reason as the value of the header `X-Change-Reason`: percent-encoded where it is not printable ASCII. */
export const reasonToHeader = (reason: string): string => reason.replace(/[^ -$&-~]+/gu, encodeURIComponent)

/** The reason in the header `X-Change-Reason`, percent-encoded or as it is. */
export function reasonFromHeader(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
