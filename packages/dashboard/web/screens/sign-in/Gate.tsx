import type { ComponentChildren } from 'preact'
import { Logo } from '../../parts/signs/Logo.tsx'
import './sign-in.css'

interface GateProps {
  readonly title: string
  readonly children: ComponentChildren
}

/** A page without the navigation: for users who are not signed in, or must first set a password. */
export const Gate = ({ title, children }: GateProps) => (
  <main class="gate">
    <Logo />
    <h1 dir="auto">{title}</h1>
    {children}
  </main>
)
