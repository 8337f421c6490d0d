import { CopyText } from '../../ui/fields/copy-text.tsx'
import styles from './messages-api.module.css'

interface Props {
  /** What it is, for the button that copies it and for screen readers. */
  name: string
  code: string
}

/** A program to read and to copy. */
export const CodeBlock = ({ name, code }: Props) => (
  <div className={styles.code}>
    {/* It scrolls, so the keyboard has to reach it. */}
    <pre tabIndex={0} role="region" aria-label={name}>
      <code>{code}</code>
    </pre>
    <CopyText size="xs" value={code} name={name} />
  </div>
)
