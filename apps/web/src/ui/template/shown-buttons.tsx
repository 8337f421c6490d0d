import { IconArrowBackUp, IconCopy, IconExternalLink, IconPhone, IconPointer } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './shown-buttons.module.css'

const icons = {
  reply: IconArrowBackUp,
  url: IconExternalLink,
  phone: IconPhone,
  copy: IconCopy,
  other: IconPointer,
}

interface ShownButton {
  kind: keyof typeof icons
  text: string
  /** The address, the number or the code behind it; may be empty. */
  value: string
}

interface Props {
  buttons: readonly ShownButton[]
  /** The addresses are whole, so they can be followed. */
  isSent?: boolean
}

/** The buttons below a message from a template, as its customer sees them. Nothing happens here when they are pressed. */
export function ShownButtons({ buttons, isSent = false }: Props) {
  const { t } = useTranslation()
  if (buttons.length === 0) return null
  return (
    <div className={styles.buttons} role="group" aria-label={t('templates.buttons')}>
      {buttons.map((button, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- buttons have no id
        <Shown key={at} button={button} isSent={isSent} />
      ))}
    </div>
  )
}

function Shown({ button: { kind, text, value }, isSent }: { button: ShownButton; isSent: boolean }) {
  const { t } = useTranslation()
  const Icon = icons[kind]
  const label = (
    <>
      <Icon size={15} stroke={1.7} aria-hidden />
      <span className="cut">{text || t(kind === 'copy' ? 'templates.copyCode' : 'templates.otherButton')}</span>
      {kind === 'copy' && value !== '' && <code className="cut">{value}</code>}
    </>
  )
  if (isSent && kind === 'url' && /^https?:\/\//i.test(value))
    return (
      <a className={styles.button} href={value} title={value} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    )
  return (
    <span className={styles.button} title={value || undefined}>
      {label}
    </span>
  )
}
