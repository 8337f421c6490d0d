import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './marks.module.css'

interface Props {
  name: string
  /** Undefined: the name is only a text. */
  onTalk: (() => void) | undefined
  /** What is shown instead of the name. */
  children?: ReactNode
}

/** The name of a colleague. Pressing it opens the talk with them. */
export function PersonName({ name, onTalk, children = name }: Props) {
  const { t } = useTranslation()
  if (!onTalk) return children
  return (
    <button type="button" className={styles.person} title={t('chats.talkTo', { name })} onClick={onTalk}>
      {children}
    </button>
  )
}
