import type { ReactNode } from 'react'
import { Logo } from '../../ui/marks/logo.tsx'
import { LanguagePicker } from './language-picker.tsx'
import styles from './login-screen.module.css'

interface Props {
  title: string
  /** Under the title. */
  lead: string
  children: ReactNode
}

/** A page for people who are not logged in, with the look of the login. */
export function PublicPage({ title, lead, children }: Props) {
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <Logo size={40} />
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
      <LanguagePicker />
    </main>
  )
}
