import './logo.css'

/** The mark of Signalbox: three levers, of which one is pulled. */
export const Logo = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M7 25V7" />
    <path class="pulled" d="M13 25l6-18" />
    <path d="M25 25V7" />
  </svg>
)
