import './logo.css'

/** The mark of Signalbox: three levers, of which one is pulled. */
export const Logo = () => (
  <span class="mark" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)
