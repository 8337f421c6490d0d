import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AvatarStack } from '../../../ui/marks/avatar.tsx'
import styles from './conversation-head.module.css'

export interface Person {
  id: number
  name: string
}

/** The colleagues who have the ticket open, and who of them is typing. */
export function HeadPresence({ viewers, writing }: { viewers: Person[]; writing: Person[] }) {
  const { t } = useTranslation()
  const [writer] = writing
  const label = writer
    ? t('tickets.head.writing', { name: writer.name })
    : t('tickets.head.viewing', { names: viewers.map(({ name }) => name).join(', '), count: viewers.length })
  return (
    <Tooltip label={label}>
      <span className={styles.company} role="status" aria-label={label}>
        <AvatarStack people={viewers} size={24} most={3} />
        {writer && <span>{t('tickets.head.isWriting')}</span>}
      </span>
    </Tooltip>
  )
}
