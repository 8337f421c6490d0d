import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AvatarStack } from '../../../ui/marks/avatar.tsx'
import styles from './conversation-head.module.css'

export interface Person {
  id: number
  name: string
}

/** The colleagues who have the ticket open, and who of them is typing. */
export interface Company {
  viewers: Person[]
  writing: Person[]
}

export function usePresenceText({ viewers, writing }: Company): string {
  const { t } = useTranslation()
  const [writer] = writing
  return writer
    ? t('tickets.head.writing', { name: writer.name })
    : t('tickets.head.viewing', { names: viewers.map(({ name }) => name).join(', '), count: viewers.length })
}

export function HeadPresence(company: Company) {
  const label = usePresenceText(company)
  return (
    <Tooltip label={label}>
      <span className={styles.company} role="status" aria-label={label}>
        <AvatarStack people={company.viewers} size={24} most={3} />
        {company.writing.length > 0 && <span>{label}</span>}
      </span>
    </Tooltip>
  )
}
