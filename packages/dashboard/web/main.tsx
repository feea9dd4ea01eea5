import './styles/layers.css'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './parts/bar.css'
import { render } from 'preact'
import { Frame } from './Frame.tsx'

render(<Frame />, document.getElementById('app')!)
