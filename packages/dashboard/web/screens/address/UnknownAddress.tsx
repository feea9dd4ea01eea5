import './address.css'

/** What to do when the service does not know the address of its gateway. */
export const UnknownAddress = ({ at }: { readonly at: string }) => (
  <p class="address-unknown">
    <code dir="ltr">{at}</code> on the gateway. Its address isn’t known here: set <code>SIGNALBOX_GATEWAY_URL</code>, or
    start a gateway with <code>SIGNALBOX_GATEWAY_PORT</code>.
  </p>
)
