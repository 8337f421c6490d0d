import { Button } from '@mantine/core'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { Logo } from '../../ui/marks/logo.tsx'
import styles from './entry.module.css'
import { LanguagePicker } from './language-picker.tsx'

interface Props {
  title: string
  lead: string | undefined
  /** Shown above the title. */
  notice?: ReactNode
  children: ReactNode
}

/** A page for people without a session: one column, with the choice of the language below. */
export function EntryPage({ title, lead, notice, children }: Props) {
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Logo size={40} />
        {notice}
        <h1>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
      <LanguagePicker />
    </main>
  )
}

interface FormProps {
  form: RefObject<HTMLFormElement | null>
  /** The label of the button: a verb. */
  action: string
  isBusy: boolean
  /** It cannot be sent any more. */
  isOver?: boolean
  /** Why the server has refused. */
  refusal: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

export function EntryForm({ form, action, isBusy, isOver = false, refusal, onSubmit, children }: FormProps) {
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      {children}
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      {/* Keeps the focus in the field: on blur an error could appear, and the button would move away under the pointer. */}
      <Button
        type="submit"
        size="md"
        mt="xs"
        fullWidth
        loading={isBusy}
        disabled={isOver}
        onMouseDown={(event) => event.preventDefault()}
      >
        {action}
      </Button>
    </form>
  )
}

/** A link below the form, maybe after the question that it answers. Keeps the focus in the field, as the button does. */
export function EntryLink({ question, children }: { question?: string; children: ReactNode }) {
  return (
    <p className={styles.link} onMouseDown={(event) => event.preventDefault()}>
      {question} {children}
    </p>
  )
}

/** A remark below the form. */
export const EntryNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>
