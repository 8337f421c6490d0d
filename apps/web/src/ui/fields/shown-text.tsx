import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './shown-text.module.css'

interface Props {
  label: string
  description?: string | undefined
  placeholder?: string
  value: string
  /** Buttons beside it. */
  children: ReactNode
}

/** A text that a program reads, such as a code or an address: it can be selected and not changed. */
export function ShownText({ label, description, placeholder, value, children }: Props) {
  return (
    <div className={styles.line}>
      <TextInput
        readOnly
        size="sm"
        className={styles.field}
        label={label}
        description={description}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {children}
    </div>
  )
}
