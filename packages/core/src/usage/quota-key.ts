/**
 * Under which key data planes count the quota of a consumer that has no credential: that of its subscription, or of the
 * claim that identifies it. Quotas of credentials are counted under the client id, which has no slash.
 */
export const quotaKeyOf = (
  { api, plan }: { readonly api: string; readonly plan: string },
  whose: { readonly subscription: string } | { readonly consumer: string },
): string => `${api}/${plan}/${'subscription' in whose ? whose.subscription : `/${whose.consumer}`}`
