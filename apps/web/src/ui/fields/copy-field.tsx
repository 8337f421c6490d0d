import { TextInput } from '@mantine/core'
import { CopyText } from './copy-text.tsx'
import styles from './copy-field.module.css'

interface Props {
  label: string
  description?: string
  value: string
}

/** A text to read and to copy. */
export function CopyField({ label, description, value }: Props) {
  return (
    <div className={styles.line}>
      <TextInput
        readOnly
        size="sm"
        className={styles.field}
        label={label}
        description={description}
        value={value}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyText value={value} name={label} />
    </div>
  )
}
